package dev.belfry.alerting.alert;

/**
 * What the rules of alerts need to know of the checks and groups that a check depends on.
 *
 * @param failing whether one of them is failing, which holds the alerts of the check
 * @param waitMillis how long a check that fails first waits for its parents: the slowest period
 * @param graceMillis how long a held check has, once no parent fails, to show whether it is well
 */
public record ParentState(boolean failing, long waitMillis, long graceMillis) {
  /** Of a check that depends on nothing. */
  public static final ParentState NONE = new ParentState(false, 0, 0);

  /** No alert waits longer than this for the sake of order: an hour. */
  static final long MOST_WAIT_MILLIS = 3_600_000;

  /** A day, which is the longest time between two runs. */
  static final long MOST_GRACE_MILLIS = 86_400_000;

  /** What a run with its retries may take beyond its period. */
  static final long RUN_MILLIS = 120_000;

  /**
   * From periods.
   *
   * @param slowest period of the parents
   * @param own period of the check
   */
  static ParentState of(boolean failing, long slowest, long own) {
    return new ParentState(
        failing,
        Math.min(slowest, MOST_WAIT_MILLIS),
        Math.min(own + RUN_MILLIS, MOST_GRACE_MILLIS));
  }
}
