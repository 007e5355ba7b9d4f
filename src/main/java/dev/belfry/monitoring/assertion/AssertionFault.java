package dev.belfry.monitoring.assertion;

/** Thrown when an assertion cannot be evaluated; the message says why, without a full stop. */
public final class AssertionFault extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates one without a stack trace, since it tells of settings and not of the program. */
  public AssertionFault(String message) {
    super(message, null, false, false);
  }
}
