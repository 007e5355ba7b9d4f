package dev.belfry.alerting.delivery;

import java.time.Duration;

/**
 * The time of an attempt to tell a team. It ends before the dispatcher's limit, so that what it
 * reached is kept.
 *
 * @param begun nanoseconds, as {@link System#nanoTime}
 */
record AttemptTime(long begun) {
  /** What counts at devices is written down in this time, or not. */
  static final long MARK_MILLIS = 500;

  /** Nothing begins later, so that a request to a push service has its time. */
  private static final Duration BEGINNING = Duration.ofMillis(4_500);

  private static final Duration WHOLE = Duration.ofSeconds(9);

  static AttemptTime begin() {
    return new AttemptTime(System.nanoTime());
  }

  /** Whether further requests may begin. */
  boolean allowsMore() {
    return passed() < BEGINNING.toNanos();
  }

  /** Milliseconds until all that is under way is left alone, at least 1. */
  long leftMillis() {
    return Math.max(1, WHOLE.minusNanos(passed()).toMillis());
  }

  private long passed() {
    return System.nanoTime() - begun;
  }
}
