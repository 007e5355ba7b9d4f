package dev.belfry.engine.run.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Slots at which a series should have run and did not: first, first + period, ... last.
 *
 * @param period milliseconds, more than 0
 */
public record MissedRange(long first, long last, long period) {
  /** The number of slots, at least 1. */
  public long count() {
    return (last - first) / period + 1;
  }

  /** The same slots in ranges of at most so many. */
  public List<MissedRange> pieces(int most) {
    List<MissedRange> pieces = new ArrayList<>(1);
    for (long start = first; start <= last; start += most * period) {
      long end = Math.min(last, start + (most - 1) * period);
      pieces.add(new MissedRange(start, end, period));
    }
    return pieces;
  }
}
