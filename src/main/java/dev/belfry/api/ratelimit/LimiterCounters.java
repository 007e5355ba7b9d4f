package dev.belfry.api.ratelimit;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the limiters of a process count together.
 *
 * @param refused requests refused since the start
 * @param alone decisions made without the arbiter since the start
 */
public record LimiterCounters(LongAdder refused, LongAdder alone) {
  public LimiterCounters() {
    this(new LongAdder(), new LongAdder());
  }
}
