package dev.belfry.engine.agent;

/** Thrown when the spool has no room; an answer, so without a stack trace. */
final class SpoolFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SpoolFullException(String message) {
    super(message, null, false, false);
  }
}
