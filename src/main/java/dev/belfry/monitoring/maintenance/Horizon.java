package dev.belfry.monitoring.maintenance;

import java.time.Duration;
import java.util.List;

/** How far ahead the times of windows are written down, and how often anew. */
final class Horizon {
  /**
   * Results and alerts that come late still find what held then, and readers of status pages learn
   * what is over.
   */
  private static final long BEHIND = Duration.ofDays(32).toMillis();

  private static final long AHEAD = Duration.ofDays(400).toMillis();

  /** Daily, which also follows new rules of a time zone. */
  private static final long FRESH = Duration.ofDays(1).toMillis();

  private Horizon() {}

  /** The times to write down now. */
  static List<Interval> intervals(RecurrencePlan plan, long now) {
    return plan.between(now - BEHIND, now + AHEAD);
  }

  /** What was written down before this is to be written anew. */
  static long stale(long now) {
    return now - FRESH;
  }
}
