package dev.belfry.engine.run.observer;

/**
 * Detects when this process did not get to run, by the gaps between the ticks of its timer. It
 * keeps {@value #KEPT} gaps: 90 seconds of the shortest that count, which is much longer than an
 * attempt takes. Times are milliseconds of a monotonic clock.
 */
final class StallDetector {
  private static final int KEPT = 2_048;

  /** A gap counts when it is longer than a tick by more than this. */
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

  /** Notes a tick of the timer. */
  void onTick(long now) {
    if (ticking && isGap(last, now)) {
      add(last, now);
    }
    ticking = true;
    last = now;
  }

  /** Notes a stretch of time in which nothing got done. */
  void add(long start, long end) {
    int slot = (int) (count++ % KEPT);
    from[slot] = start;
    until[slot] = end;
  }

  /** The longest gap that overlaps a window, in milliseconds; 0 for none. */
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

  /** How much of a window the process did not run, in milliseconds. */
  long lost(long start, long end) {
    long lost = isOpen(end) ? overlap(last, end, start, end) : 0;
    for (long i = newest(); i > oldest() && until[slot(i)] > start; i--) {
      lost += overlap(from[slot(i)], until[slot(i)], start, end);
    }
    return lost;
  }

  /** Whether a gap is going on: after a stall an attempt's end may come before the next tick. */
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
