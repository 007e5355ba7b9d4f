package dev.belfry.engine.result.prometheus;

import dev.belfry.engine.result.Histogram;

/** How many response times do not exceed each of fixed bounds. Immutable. */
final class Buckets {
  /** Microseconds. */
  private static final long[] BOUNDS = {
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    30_000_000
  };

  private static final double SECOND = 1e6;

  private final long[] within;

  private Buckets(long[] within) {
    this.within = within;
  }

  static Buckets of(Histogram histogram) {
    return new Buckets(histogram.within(BOUNDS));
  }

  /** The number of bounds. */
  static int size() {
    return BOUNDS.length;
  }

  /** A bound in seconds. */
  static double bound(int index) {
    return BOUNDS[index] / SECOND;
  }

  /** The number of response times within a bound. */
  long within(int index) {
    return within[index];
  }

  /** These and others. */
  Buckets plus(Buckets others) {
    long[] together = within.clone();
    for (int i = 0; i < together.length; i++) {
      together[i] += others.within[i];
    }
    return new Buckets(together);
  }
}
