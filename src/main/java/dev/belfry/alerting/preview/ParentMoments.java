package dev.belfry.alerting.preview;

import java.util.BitSet;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The moments of a range in which something happened to a check, or in which the state of a parent
 * matters to it. A moment is five minutes, named by its begin. Pure.
 */
final class ParentMoments {
  /** Length of a moment, milliseconds. */
  static final long UNIT = 300_000;

  /** No check waits longer for runs of its parents. */
  private static final long MOST_WAIT_MILLIS = ReadingPlan.HOUR;

  /** A run of a parent may begin so much later than it is planned. */
  private static final long LATE_MILLIS = 60_000;

  /** For so long runs of a parent that is not active count, at most as far as is read. */
  private static final long NEWS_MILLIS = 900_000;

  private static final long MOST_NEWS_MILLIS = 3 * ReadingPlan.HOUR;

  private final long base;
  private final int size;
  private final BitSet moments = new BitSet();

  /** None of a range, milliseconds since 1970. */
  ParentMoments(long from, long to) {
    this.base = from - from % UNIT;
    this.size = (int) ((to - base + UNIT - 1) / UNIT);
  }

  /** Adds moments, named by their begin; those outside the range are left out. */
  void add(Collection<Long> begins) {
    for (long begin : begins) {
      if (begin >= base && begin < base + size * UNIT) {
        moments.set((int) ((begin - base) / UNIT));
      }
    }
  }

  /** Adds those of another one of the same range. */
  void add(ParentMoments other) {
    moments.or(other.moments);
  }

  /**
   * The moments in which a parent is to be known, when these are those of its dependents: a
   * dependent waits for a run of the parent that began after its own failure.
   *
   * @param own period of the slowest dependent
   */
  ParentMoments around(ParentHistory.Facts parent, long own) {
    long after =
        Math.min(parent.period(), MOST_WAIT_MILLIS)
            + Math.min(own, MOST_WAIT_MILLIS)
            + LATE_MILLIS
            + CheckReplay.LONGEST_RUN_MILLIS;
    long before =
        parent.activated() ? 0 : Math.min(2 * parent.period() + NEWS_MILLIS, MOST_NEWS_MILLIS);
    ParentMoments around = new ParentMoments(base, base + size * UNIT);
    for (int i = moments.nextSetBit(0); i >= 0; i = moments.nextSetBit(i)) {
      int end = moments.nextClearBit(i);
      around.moments.set(Math.max(0, i - units(before)), Math.min(size, end + units(after)));
      i = end;
    }
    return around;
  }

  private static int units(long millis) {
    return (int) ((millis + UNIT - 1) / UNIT);
  }

  /** The begins of all moments. */
  NavigableSet<Long> begins() {
    NavigableSet<Long> begins = new TreeSet<>();
    moments.stream().forEach(at -> begins.add(base + at * UNIT));
    return begins;
  }
}
