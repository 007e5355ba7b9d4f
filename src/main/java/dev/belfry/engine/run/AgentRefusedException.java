package dev.belfry.engine.run;

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

  /** Why a request cannot be completed, as a number of a reason; 0 for none. */
  public int reason() {
    return reason;
  }
}
