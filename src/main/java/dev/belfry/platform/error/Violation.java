package dev.belfry.platform.error;

import static java.util.Objects.requireNonNull;

/**
 * One offending field of a request.
 *
 * @param path JSON pointer (RFC 6901) of the field, {@code ""} for the whole body
 * @param message what is wrong and what would be right, for a person; never contains a secret
 */
public record Violation(String path, String message) {
  public Violation {
    requireNonNull(path);
    requireNonNull(message);
  }

  /** Name of the outermost member the path points into, or {@code ""} for the whole body. */
  public String key() {
    if (path.isEmpty()) {
      return "";
    }
    int end = path.indexOf('/', 1);
    String token = end < 0 ? path.substring(1) : path.substring(1, end);
    return token.replace("~1", "/").replace("~0", "~");
  }

  /** The same violation seen from an enclosing object, for rules that know only a part. */
  public Violation within(String prefix) {
    return new Violation(prefix + path, message);
  }
}
