package dev.belfry.platform.db;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Says when a warning whose reason lasts is due again. Used from all threads. */
final class RareWarning {
  private static final long NEVER = Long.MIN_VALUE;

  private final long pauseNanos;
  private final AtomicLong last = new AtomicLong(NEVER);

  /**
   * @param pause the shortest time between two warnings
   */
  RareWarning(Duration pause) {
    this.pauseNanos = pause.toNanos();
  }

  /**
   * Whether to warn now; one caller is told so.
   *
   * @param now of a clock that never goes back, nanoseconds
   */
  boolean isDue(long now) {
    long before = last.get();
    return (before == NEVER || now - before >= pauseNanos) && last.compareAndSet(before, now);
  }
}
