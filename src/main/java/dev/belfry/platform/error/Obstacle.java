package dev.belfry.platform.error;

import static java.util.Objects.requireNonNull;

/**
 * Something that stands in the way of a request which is right in itself.
 *
 * @param code a word for programs
 * @param message for a person; never contains a secret
 * @param type of what is in the way or lacks
 * @param id of that, or another text that names it
 */
public record Obstacle(String code, String message, String type, String id) {
  public Obstacle {
    requireNonNull(code);
    requireNonNull(message);
    requireNonNull(type);
    requireNonNull(id);
  }
}
