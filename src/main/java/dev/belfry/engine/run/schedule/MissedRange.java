package dev.belfry.engine.run.schedule;

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
}
