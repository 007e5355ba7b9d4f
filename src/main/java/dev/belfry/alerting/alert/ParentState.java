package dev.belfry.alerting.alert;

/**
 * What the rules of alerts need to know of the checks and groups that a check depends on.
 *
 * @param failing whether one of them is failing, which holds the alerts of the check
 * @param waitMillis how long a check that fails first waits for its parents: the slowest period
 * @param lookedMillis since when each of them has run, milliseconds since 1970: the run that counts
 *     of the parent whose last run began first
 * @param graceMillis how long a held check has, once no parent fails, to show whether it is well
 */
public record ParentState(boolean failing, long waitMillis, long lookedMillis, long graceMillis) {
  /** Of a check that depends on nothing. */
  public static final ParentState NONE = new ParentState(false, 0, Long.MAX_VALUE, 0);

  /** No alert waits longer than this for the sake of order: an hour. */
  static final long MOST_WAIT_MILLIS = 3_600_000;

  /**
   * A run of a parent may begin late, as after a storm. A check waits so much longer for one that
   * began after its own failure.
   */
  static final long MOST_LATE_MILLIS = 60_000;

  /** How soon a check looks again whether that run has come. */
  static final long LOOK_MILLIS = 3_000;

  /** A day, which is the longest time between two runs. */
  static final long MOST_GRACE_MILLIS = 86_400_000;

  /** What a run with its retries may take beyond its period. */
  static final long RUN_MILLIS = 120_000;

  /**
   * From periods.
   *
   * @param slowest period of the parents
   * @param looked since when each parent has run
   * @param own period of the check
   */
  public static ParentState of(boolean failing, long slowest, long looked, long own) {
    return new ParentState(
        failing,
        Math.min(slowest, MOST_WAIT_MILLIS),
        looked,
        Math.min(own + RUN_MILLIS, MOST_GRACE_MILLIS));
  }

  /**
   * When a check may speak that fails since some time, by what is known now: after a period of its
   * parents, and once each of them has had a run that began after that time.
   */
  long mayTellAt(long since, long now) {
    if (waitMillis == 0) {
      return Long.MIN_VALUE;
    }
    long waited = since + waitMillis;
    return lookedMillis >= since
        ? waited
        : Math.min(waited + MOST_LATE_MILLIS, Math.max(waited, now + LOOK_MILLIS));
  }
}
