package dev.belfry.alerting.oncall;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What the expansion of one calendar may cost, in steps and in time. Confined to one thread. */
final class ExpansionBudget {
  private static final String TOO_MUCH = "The calendar takes too long to expand";
  private static final long MOST_STEPS = 200_000;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long BETWEEN_LOOKS = 64;

  private final LongSupplier nanos;
  private final long begun;
  private long steps;

  /**
   * @param nanos the time, as {@link System#nanoTime}
   */
  ExpansionBudget(LongSupplier nanos) {
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /** Pays for a step; always true. */
  boolean step() throws UnreadableCalendarException {
    steps++;
    if (steps > MOST_STEPS) {
      throw new UnreadableCalendarException(TOO_MUCH);
    }
    if (steps % BETWEEN_LOOKS == 0) {
      requireTime();
    }
    return true;
  }

  /** Fails when the time is up. */
  void requireTime() throws UnreadableCalendarException {
    if (nanos.getAsLong() - begun > MOST_NANOS) {
      throw new UnreadableCalendarException(TOO_MUCH);
    }
  }
}
