package dev.belfry.platform.cluster;

import java.util.function.LongSupplier;

/**
 * Tells the time of schedules: that of the database, so that all instances agree, carried on by a
 * monotonic counter. It never goes back, nor behind runs that are recorded. After the database's
 * clock was set back it runs a tenth slower until both agree. Confined to one thread.
 */
public final class EngineClock {
  private static final long MOST_BACK_MILLIS = 50;
  private static final long ORDINARY_MILLIS = 1_000;
  private static final long SLOW_ANSWER_NANOS = 200_000_000;

  private final LongSupplier nanos;
  private boolean known;
  private long offset;
  private long last = Long.MIN_VALUE;

  /** Creates a clock that has not seen the database's time yet. */
  public EngineClock(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Milliseconds since 1970; meaningless before the first observation. */
  public long now() {
    last = Math.max(last, offset + nanos.getAsLong() / 1_000_000);
    return last;
  }

  /**
   * Notes a reading of the database's clock.
   *
   * @param databaseMillis the reading, milliseconds since 1970
   * @param sent when the query was sent, nanoseconds of the counter
   * @return by how many milliseconds the time jumped forward; 0 for a jump of a second or less
   */
  public long observe(long databaseMillis, long sent) {
    long received = nanos.getAsLong();
    if (known && received - sent > SLOW_ANSWER_NANOS) {
      return 0;
    }
    long change = databaseMillis - (sent / 2 + received / 2) / 1_000_000 - offset;
    if (!known) {
      known = true;
      offset += change;
      return 0;
    }
    offset += Math.max(change, -MOST_BACK_MILLIS);
    return change > ORDINARY_MILLIS ? change : 0;
  }

  /**
   * Goes on from a time up to which runs are recorded: an instance that starts after the database's
   * clock was set back would make none until the clock has caught up.
   *
   * @param recorded milliseconds since 1970
   * @return as for {@link #observe}
   */
  public long goOnFrom(long recorded) {
    long change = recorded - now();
    if (change <= ORDINARY_MILLIS) {
      return 0;
    }
    offset += change;
    return change;
  }
}
