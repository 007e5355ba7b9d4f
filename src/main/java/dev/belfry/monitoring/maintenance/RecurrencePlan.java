package dev.belfry.monitoring.maintenance;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a window holds. The first time is given as it is; each later one begins at the same time of
 * day in the zone, whole intervals after the first (on the last day of a month that is too short),
 * and lasts as long by the clock on the wall.
 *
 * @param starts start of the first time
 * @param ends its end, after its start
 * @param unit what the interval counts, null = it does not repeat
 * @param interval from one start to the next, at least 1; without meaning when it does not repeat
 * @param repeatEnds no time but the first begins at or after this, null = never
 * @param zone null = UTC
 */
record RecurrencePlan(
    Instant starts,
    Instant ends,
    @Nullable RepeatUnit unit,
    int interval,
    @Nullable Instant repeatEnds,
    @Nullable ZoneId zone) {

  /**
   * The times during which it holds between two moments, in order; those that overlap or touch are
   * one. The first may have begun before, the last may end after.
   *
   * @param from milliseconds since 1970 UTC
   * @param until after {@code from}
   */
  List<Interval> between(long from, long until) {
    List<Interval> merged = new ArrayList<>();
    for (long n = first(from); ; n++) {
      Interval next = time(n);
      if (next.starts() >= until || isOver(n, next)) {
        return merged;
      }
      if (next.ends() > from) {
        add(merged, next);
      }
      if (unit == null) {
        return merged;
      }
    }
  }

  private boolean isOver(long n, Interval next) {
    return n > 0 && repeatEnds != null && next.starts() >= repeatEnds.toEpochMilli();
  }

  /** A time that begins early enough for it and all before it to be over at the moment. */
  private long first(long from) {
    if (unit == null) {
      return 0;
    }
    long behind = from - ends.toEpochMilli() - Duration.ofDays(1).toMillis();
    return Math.max(0, behind / Duration.ofDays((long) unit.mostDays() * interval).toMillis());
  }

  /** The n-th time, from 0. */
  private Interval time(long n) {
    if (n == 0 || unit == null) {
      return new Interval(starts.toEpochMilli(), ends.toEpochMilli());
    }
    ZoneId there = zone == null ? ZoneOffset.UTC : zone;
    LocalDateTime firstStart = LocalDateTime.ofInstant(starts, there);
    LocalDateTime firstEnd = LocalDateTime.ofInstant(ends, there);
    Duration wall = Duration.between(firstStart, firstEnd);
    LocalDateTime start = firstStart.plus(n * interval, unit.unit());
    long from = start.atZone(there).toInstant().toEpochMilli();
    long to = start.plus(wall).atZone(there).toInstant().toEpochMilli();
    return new Interval(from, to > from ? to : from + Duration.between(starts, ends).toMillis());
  }

  /** Starts never go back, so only the last one can overlap. */
  private static void add(List<Interval> merged, Interval next) {
    Interval last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
    if (last != null && next.starts() <= last.ends()) {
      merged.set(
          merged.size() - 1, new Interval(last.starts(), Math.max(last.ends(), next.ends())));
    } else {
      merged.add(next);
    }
  }
}
