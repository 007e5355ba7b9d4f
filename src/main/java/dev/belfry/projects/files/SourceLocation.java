package dev.belfry.projects.files;

/**
 * Where something is written.
 *
 * @param file as the person named it, with forward slashes
 * @param line from 1
 */
public record SourceLocation(String file, int line) {
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
