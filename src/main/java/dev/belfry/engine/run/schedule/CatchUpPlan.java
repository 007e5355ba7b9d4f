package dev.belfry.engine.run.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * How an instance that takes a series over treats its open runs. The newest is made late, unless it
 * is too late for that; the others are recorded as missed.
 *
 * @param missed oldest first
 * @param late the slot of the run to make now, or {@link ScheduleVersion#NEVER}
 * @param next the slot of the next regular run, or {@link ScheduleVersion#NEVER}
 */
public record CatchUpPlan(List<MissedRange> missed, long late, long next) {
  private static final long LATE_AT_LEAST_MILLIS = 10_000;
  private static final int PART_OF_PERIOD = 10;

  /** Copies the list. */
  public CatchUpPlan {
    missed = List.copyOf(missed);
  }

  /**
   * A version and how far it is accounted for.
   *
   * @param after every slot up to this is accounted for, milliseconds since 1970
   */
  public record Pending(ScheduleVersion version, long after) {}

  /**
   * Plans the open runs of a series.
   *
   * @param pending versions of the series, oldest first
   * @param done slots that are accounted for although they are later, ascending
   * @param now milliseconds since 1970; later slots are still to come
   */
  public static CatchUpPlan of(List<Pending> pending, List<Long> done, long now) {
    List<MissedRange> open = new ArrayList<>();
    long next = ScheduleVersion.NEVER;
    for (Pending one : pending) {
      ScheduleVersion version = one.version();
      long first = version.first(one.after() + 1);
      // Nothing comes back to a closed version, and the database may be milliseconds ahead of now.
      long last = version.last(version.isOpen() ? now : Math.max(now, version.until() - 1));
      if (first <= last) {
        addWithout(done, first, last, version.period(), open);
      }
      if (version.isOpen()) {
        next = firstWithout(done, version.first(Math.max(now, one.after()) + 1), version.period());
      }
    }
    if (open.isEmpty() || next == ScheduleVersion.NEVER) {
      return new CatchUpPlan(open, ScheduleVersion.NEVER, next);
    }
    MissedRange newest = open.get(open.size() - 1);
    long late = newest.last();
    if (isTooLate(now - late, newest.period())) {
      return new CatchUpPlan(open, ScheduleVersion.NEVER, next);
    }
    open.remove(open.size() - 1);
    if (newest.first() < late) {
      open.add(new MissedRange(newest.first(), late - newest.period(), newest.period()));
    }
    return new CatchUpPlan(open, late, next);
  }

  /** Whether a run is too late for its slot: by a tenth of its period, and by at least 10 s. */
  public static boolean isTooLate(long lateMillis, long period) {
    return lateMillis > Math.max(LATE_AT_LEAST_MILLIS, period / PART_OF_PERIOD);
  }

  /** The clock of the owner before may have been ahead, so that slots to come have results. */
  private static long firstWithout(List<Long> done, long first, long period) {
    long next = first;
    for (long slot : done) {
      if (slot == next) {
        next += period;
      }
    }
    return next;
  }

  private static void addWithout(
      List<Long> done, long first, long last, long period, List<MissedRange> ranges) {
    long start = first;
    for (long slot : done) {
      if (slot >= start && slot <= last && (slot - start) % period == 0) {
        if (slot > start) {
          ranges.add(new MissedRange(start, slot - period, period));
        }
        start = slot + period;
      }
    }
    if (start <= last) {
      ranges.add(new MissedRange(start, last, period));
    }
  }
}
