package dev.belfry.engine.request;

import dev.belfry.engine.probe.Failure;

/** Thrown when a request cannot be completed; an answer, so without a stack trace. */
public final class IncompleteRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  /**
   * @param failure with a message without secrets
   */
  public IncompleteRequestException(Failure failure) {
    super(failure.message(), null, false, false);
    this.failure = failure;
  }

  /** Why, with a message without secrets. */
  public Failure failure() {
    return failure;
  }
}
