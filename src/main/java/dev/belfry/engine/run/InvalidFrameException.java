package dev.belfry.engine.run;

/** Thrown for what an agent sent and no agent would send; an answer, so without a stack trace. */
public final class InvalidFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message names the member that is wrong
   */
  public InvalidFrameException(String message) {
    super(message, null, false, false);
  }
}
