package dev.belfry.monitoring.maintenance;

/**
 * A time during which a window holds.
 *
 * @param starts its first millisecond since 1970 UTC
 * @param ends the first after it
 */
public record Interval(long starts, long ends) {
  public Interval {
    if (ends <= starts) {
      throw new IllegalArgumentException("empty: " + starts + " to " + ends);
    }
  }
}
