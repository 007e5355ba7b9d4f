package dev.belfry.engine.result;

import dev.belfry.platform.error.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A time range in whole units: hours where figures come from roll-ups, shorter steps where they
 * come from results.
 *
 * @param from start of its first unit, milliseconds since 1970
 * @param to its end, milliseconds since 1970: that of a unit, or now
 * @param until first slot after the range; later than {@code to} when the range ends now
 */
public record TimeRange(long from, long to, long until) {
  /** Milliseconds of an hour. */
  public static final long HOUR = Duration.ofHours(1).toMillis();

  /** Milliseconds of a day. */
  public static final long DAY = Duration.ofDays(1).toMillis();

  private static final long LONGEST = Duration.ofDays(400).toMillis();

  /** A range that ends now. */
  public static TimeRange since(long from, long now) {
    return new TimeRange(Math.floorDiv(from, HOUR) * HOUR, now, now + HOUR);
  }

  /** The smallest range of whole hours that contains both times. */
  public static TimeRange between(long from, long to, long now) {
    return between(from, to, now, HOUR);
  }

  private static TimeRange between(long from, long to, long now, long unit) {
    long start = Math.floorDiv(from, unit) * unit;
    long end = ceil(to, unit);
    return end > now ? new TimeRange(start, now, now + HOUR) : new TimeRange(start, end, end);
  }

  /**
   * The range of a query. A given start or end, in milliseconds since 1970, replaces the preset.
   *
   * @param unit in whole numbers of which the range is given, unless it is a preset
   * @param violations receives the violations of the query
   */
  public static TimeRange of(
      @Nullable Long from,
      @Nullable Long to,
      QuickRange preset,
      long now,
      long unit,
      List<Violation> violations) {
    if (from == null && to == null) {
      return preset.at(now);
    }
    long end = Optional.ofNullable(to).orElse(now);
    long start = Optional.ofNullable(from).orElse(end - DAY);
    if (start >= end) {
      violations.add(new Violation("/from", "must be before to, and not in the future"));
    } else if (end - start > LONGEST) {
      violations.add(new Violation("/from", "must be at most 400 days before to"));
    }
    return between(start, end, now, unit);
  }

  /** The days that lie wholly in the range, or from their start up to now. */
  public Integer[] days() {
    List<Integer> days = new ArrayList<>();
    for (long day = ceil(from, DAY) / DAY; day * DAY < to; day++) {
      days.add((int) day);
    }
    return days.toArray(Integer[]::new);
  }

  /** The hours before the first of those days. */
  public Long[] hoursBeforeDays() {
    return hours(from, Math.min(to, ceil(from, DAY)));
  }

  /** The hours of the last of those days, if the range ends before that day does. */
  public Long[] hoursOfLastDay() {
    long last = Math.floorDiv(to, DAY) * DAY;
    return last < from ? new Long[0] : hours(last, to);
  }

  /** Every hour of the range. */
  public Long[] hours() {
    return hours(from, to);
  }

  private static long ceil(long time, long unit) {
    return -Math.floorDiv(-time, unit) * unit;
  }

  private static Long[] hours(long first, long end) {
    List<Long> hours = new ArrayList<>();
    for (long hour = first; hour < end; hour += HOUR) {
      hours.add(hour);
    }
    return hours.toArray(Long[]::new);
  }
}
