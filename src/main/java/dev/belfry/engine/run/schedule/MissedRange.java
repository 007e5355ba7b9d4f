package dev.belfry.engine.run.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Times at which a series should have run and did not: first, first + period, ... last.
 *
 * @param period milliseconds, more than 0
 */
public record MissedRange(long first, long last, long period) {
  public long count() {
    return (last - first) / period + 1;
  }

  /** The same times in ranges of at most so many. */
  public List<MissedRange> pieces(int most) {
    List<MissedRange> pieces = new ArrayList<>(1);
    for (long start = first; start <= last; start += most * period) {
      long end = Math.min(last, start + (most - 1) * period);
      pieces.add(new MissedRange(start, end, period));
    }
    return pieces;
  }
}
