package dev.belfry.engine.run.observer;

/**
 * The times at which this process did not get to run, seen by the gaps between the ticks of its
 * timer. Remembers {@value #KEPT} of them, which is a minute and a half of the shortest that count
 * and much more than an attempt takes. Times are milliseconds of a clock that does not jump.
 */
final class StallDetector {
  private static final int KEPT = 2_048;

  /** Gaps that are no longer than a tick and this are ordinary. */
  private static final long JITTER_MS = 30;

  private final long tick;
  private final long[] from = new long[KEPT];
  private final long[] until = new long[KEPT];
  private long count;
  private boolean ticking;
  private long last;

  /**
   * @param tick milliseconds from one tick to the next when nothing is in the way
   */
  StallDetector(long tick) {
    this.tick = tick;
  }

  void ticked(long now) {
    if (ticking && isGap(last, now)) {
      int slot = (int) (count++ % KEPT);
      from[slot] = last;
      until[slot] = now;
    }
    ticking = true;
    last = now;
  }

  /** The longest gap that has a moment in common with a window, 0 for none; in milliseconds. */
  long longest(long start, long end) {
    long longest = 0;
    if (isOpen(end) && end > start) {
      longest = end - last;
    }
    for (long i = newest(); i > oldest() && until[slot(i)] > start; i--) {
      int slot = slot(i);
      if (from[slot] < end) {
        longest = Math.max(longest, until[slot] - from[slot]);
      }
    }
    return longest;
  }

  /** How much of a window went by without this process, in milliseconds. */
  long lost(long start, long end) {
    long lost = isOpen(end) ? overlap(last, end, start, end) : 0;
    for (long i = newest(); i > oldest() && until[slot(i)] > start; i--) {
      lost += overlap(from[slot(i)], until[slot(i)], start, end);
    }
    return lost;
  }

  /** After standing still the end of an attempt may be seen before the tick that ends the gap. */
  private boolean isOpen(long end) {
    return ticking && isGap(last, end);
  }

  private boolean isGap(long previous, long next) {
    return next - previous > tick + JITTER_MS;
  }

  private long overlap(long gapStart, long gapEnd, long start, long end) {
    return Math.max(0, Math.min(gapEnd, end) - Math.max(gapStart + tick, start));
  }

  private long newest() {
    return count - 1;
  }

  private long oldest() {
    return count - 1 - Math.min(count, KEPT);
  }

  private static int slot(long index) {
    return (int) (index % KEPT);
  }
}
