package dev.belfry.alerting.preview;

import dev.belfry.monitoring.check.Verdict;

/**
 * One stored attempt of a run at one location. Times are milliseconds since 1970.
 *
 * @param slot the scheduled time
 * @param attempt 0 for the final one, else its number from 1
 * @param slow whether its verdict follows from the degraded response time
 * @param answered whether an answer came back
 * @param micros response time
 */
record StoredAttempt(
    int series,
    String location,
    long slot,
    int attempt,
    Verdict verdict,
    boolean slow,
    boolean answered,
    long begun,
    long micros) {
  private static final long MICROS_PER_MILLI = 1_000;

  /** When it ended, as alerts count it. */
  long ended() {
    return begun + micros / MICROS_PER_MILLI;
  }

  /** Whether it belongs to the same run. */
  boolean isOfRun(StoredAttempt other) {
    return series == other.series && slot == other.slot;
  }

  /** Whether its response time reaches a limit in milliseconds. */
  boolean reaches(double limitMillis) {
    return micros >= limitMillis * MICROS_PER_MILLI;
  }
}
