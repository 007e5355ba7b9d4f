package dev.belfry.engine.probe.dns;

/** Thrown for bytes that are no DNS message; the message says why, without a full stop. */
final class MalformedAnswerException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates one without a stack trace, since it tells of the server and not of the program. */
  MalformedAnswerException(String message) {
    super(message, null, false, false);
  }
}
