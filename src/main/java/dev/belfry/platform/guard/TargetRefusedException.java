package dev.belfry.platform.guard;

/** A target that cannot or may not be reached; an answer, so without a stack trace. */
public final class TargetRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RefusalReason refusal;
  private final String sentence;

  /**
   * A refusal.
   *
   * @param sentence what a person reads, without a full stop and without user name or password
   */
  public TargetRefusedException(RefusalReason refusal, String sentence) {
    super(sentence, null, false, false);
    this.refusal = refusal;
    this.sentence = sentence;
  }

  /** Why. */
  public RefusalReason refusal() {
    return refusal;
  }

  /** What a person reads, without a full stop. */
  public String sentence() {
    return sentence;
  }
}
