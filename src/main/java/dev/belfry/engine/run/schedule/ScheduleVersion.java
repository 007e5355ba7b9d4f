package dev.belfry.engine.run.schedule;

/**
 * One version of a series' schedule, a row of {@code schedules}. The series runs at every slot t
 * with from &lt;= t &lt; until and t = phase modulo period, in milliseconds since 1970.
 *
 * @param until {@link #OPEN} while the version is in force
 * @param period more than 0
 */
public record ScheduleVersion(long from, long until, long period, long phase) {
  /** Stands for the end of the version in force. */
  public static final long OPEN = Long.MAX_VALUE;

  /** Stands for a slot when there is none. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Whether the version is in force. */
  public boolean isOpen() {
    return until == OPEN;
  }

  /** The first slot at or after a moment, or {@link #NEVER}. */
  public long first(long moment) {
    long start = Math.max(moment, from);
    long slot = start + Math.floorMod(phase - start, period);
    return slot < until ? slot : NEVER;
  }

  /** The last slot at or before a moment; a time before {@code from} when there is none. */
  public long last(long moment) {
    long end = Math.min(moment, until - 1);
    return end - Math.floorMod(end - phase, period);
  }

  /** Whether the time is a slot of this version. */
  public boolean includes(long slot) {
    return slot >= from && slot < until && Math.floorMod(slot - phase, period) == 0;
  }
}
