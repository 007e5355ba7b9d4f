package dev.belfry.monitoring.check;

/** Outcome of a run or of one attempt of it. */
public enum Verdict {
  PASSED(0),
  /** Right, but slower than the degraded response time. */
  DEGRADED(1),
  FAILED(2),
  /** Our own instance was in no state to tell: neither a success nor a failure of the target. */
  OBSERVER_FAULT(3),
  /** The run did not take place. */
  MISSED(4);

  private static final Verdict[] ALL = values();
  private final short code;

  Verdict(int code) {
    this.code = (short) code;
  }

  /** The number it is stored as. */
  public short code() {
    return code;
  }

  /**
   * Reads a stored number.
   *
   * @throws ArrayIndexOutOfBoundsException if no verdict has it
   */
  public static Verdict of(int code) {
    return ALL[code];
  }

  /** Whether it says something about the target. */
  public boolean isConclusive() {
    return this == PASSED || this == DEGRADED || this == FAILED;
  }
}
