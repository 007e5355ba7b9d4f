package dev.belfry.engine.run.schedule;

/**
 * One version of when a series runs: at every time t with from &lt;= t &lt; until and t = phase
 * modulo period (a row of {@code schedules}). All in milliseconds since 1970.
 *
 * @param until {@link #OPEN} while the version is in force
 * @param period more than 0
 */
public record ScheduleVersion(long from, long until, long period, long phase) {
  /** The end of a version that has none yet. */
  public static final long OPEN = Long.MAX_VALUE;

  /** What there is instead of a time when there is none. */
  public static final long NEVER = Long.MAX_VALUE;

  public boolean isOpen() {
    return until == OPEN;
  }

  /** The first time to run at or after a moment, or {@link #NEVER}. */
  public long first(long moment) {
    long start = Math.max(moment, from);
    long slot = start + Math.floorMod(phase - start, period);
    return slot < until ? slot : NEVER;
  }

  /** The last time to run at or before a moment; before {@code from} when there is none. */
  public long last(long moment) {
    long end = Math.min(moment, until - 1);
    return end - Math.floorMod(end - phase, period);
  }

  /** Whether this is a time to run. */
  public boolean includes(long slot) {
    return slot >= from && slot < until && Math.floorMod(slot - phase, period) == 0;
  }
}
