package dev.belfry.alerting.preview;

import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of a check's history a replay reads. While all is well, hours in which every run
 * passed are left out: their sums tell. What lies before a part is read with it as far as a run may
 * last.
 */
final class ReadingPlan {
  static final long HOUR = 3_600_000;
  private static final long LONGEST_PART = 48 * HOUR;
  private static final int FEW_ROWS = 5_000;
  private static final int MANY_ROWS = 20_000;

  private final long to;
  private final NavigableSet<Long> parts;
  private final long summed;
  private final long unit;
  private long done;
  private long span = 6 * HOUR;

  /** A range of slots; the end is exclusive. */
  record Part(long from, long to) {}

  /**
   * @param hours in which a result matters while all is well
   * @param summed from here on the hours are not known, so that all are read
   */
  ReadingPlan(long from, long to, NavigableSet<Long> hours, long summed) {
    this(from, to, hours, summed, HOUR);
  }

  /**
   * @param parts in which a result matters while all is well, named by their begin
   * @param summed from here on the parts are not known, so that all are read
   * @param unit length of a part, a divisor of an hour
   */
  ReadingPlan(long from, long to, NavigableSet<Long> parts, long summed, long unit) {
    this.unit = unit;
    this.done = from;
    this.to = to;
    this.parts = parts;
    this.summed = summed;
  }

  /**
   * The next part to read, null when there is none.
   *
   * @param idle whether all is well by now
   */
  @Nullable Part next(boolean idle) {
    long start = idle ? notable(done) : done;
    if (start >= to) {
      return null;
    }
    long end = Math.min(to, start + (reads(start) ? stretch(start) : HOUR));
    Part part = new Part(Math.max(done, start - CheckReplay.LONGEST_RUN_MILLIS), end);
    done = end;
    return part;
  }

  /** Makes parts longer or shorter by what one had. */
  void onRead(int rows) {
    if (rows < FEW_ROWS) {
      span = Math.min(LONGEST_PART, 2 * span);
    } else if (rows > MANY_ROWS) {
      span = Math.max(HOUR, span / 2);
    }
  }

  /** How long parts that are read follow each other, as far as one statement may reach. */
  private long stretch(long start) {
    long end = start - start % unit + unit;
    while (end - start < span && reads(end)) {
      end += unit;
    }
    return end - start;
  }

  private boolean reads(long millis) {
    long begin = millis - millis % unit;
    return begin >= summed || parts.contains(begin);
  }

  private long notable(long millis) {
    if (reads(millis)) {
      return millis;
    }
    Long next = parts.higher(millis - millis % unit);
    return Math.min(Math.max(millis, summed), next == null ? Long.MAX_VALUE : next);
  }
}
