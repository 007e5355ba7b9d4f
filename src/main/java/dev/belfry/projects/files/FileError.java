package dev.belfry.projects.files;

import org.jspecify.annotations.Nullable;

/**
 * An error in a file.
 *
 * @param location null when it stands in no file, such as what concerns the project as a whole
 * @param message what is wrong and what would be right; never contains a secret
 */
public record FileError(@Nullable SourceLocation location, String message) {
  /** As a person reads it: {@code groups/web.yaml:12: monitors[0].url must be …}. */
  @Override
  public String toString() {
    return location == null ? message : location + ": " + message;
  }
}
