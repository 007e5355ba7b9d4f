package dev.belfry.run;

/**
 * Times at which a series should have run and did not: first, first + period, ... last.
 *
 * @param period milliseconds, more than 0
 */
record MissedRange(long first, long last, long period) {
  long count() {
    return (last - first) / period + 1;
  }
}
