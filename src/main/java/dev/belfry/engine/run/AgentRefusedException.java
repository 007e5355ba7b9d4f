package dev.belfry.engine.run;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.request.IncompleteRequestException;
import dev.belfry.monitoring.check.Reason;

/** Thrown when the service refuses what an agent asks for; an answer, so without a stack trace. */
public final class AgentRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final int reason;
  private final String sentence;

  /**
   * @param code such as {@code INVALID} or {@code FENCED}
   * @param reason number of a {@link dev.belfry.monitoring.check.Reason}, 0 for none
   * @param message a sentence
   */
  public AgentRefusedException(String code, int reason, String message) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.sentence = message;
  }

  /** Why, for programs. */
  public String code() {
    return code;
  }

  /** Why, for people. */
  public String sentence() {
    return sentence;
  }

  /** What an agent fails with when the service refuses to complete a request. */
  public RuntimeException ofCompletion() {
    return code.equals("INCOMPLETE")
        ? new IncompleteRequestException(new Failure(Reason.of(reason), sentence))
        : this;
  }
}
