package dev.belfry.api.http;

/** A port cannot be listened on; the message says how to mend it. */
public final class ListenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ListenException(String host, int port, String setting, Throwable cause) {
    super(
        "Cannot listen on %s port %d (%s). Set %s to another port, or 0 for any free one."
            .formatted(host, port, cause.getMessage(), setting),
        cause);
  }
}
