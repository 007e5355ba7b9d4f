package dev.belfry.api.ratelimit;

import io.vertx.core.shareddata.Shareable;

/**
 * A bucket of tokens that is refilled whole when its window ends; a window starts with its first
 * request (specification, "Limits" 1). So no more than the capacity is ever admitted within a
 * window and what is refused costs nothing. Immutable; the time is passed in.
 *
 * @param windowEnd end of the window, milliseconds since the epoch
 * @param used tokens taken in the window
 * @param admitted whether the request that led to this state was admitted
 */
record TokenBucket(long windowEnd, int used, boolean admitted) implements Shareable {

  /** The bucket after a request on a fresh window. */
  static TokenBucket first(long now, int capacity, long windowMillis) {
    return new TokenBucket(now + windowMillis, Math.min(1, capacity), capacity > 0);
  }

  /** The bucket after one more request at {@code now}. */
  TokenBucket take(long now, int capacity, long windowMillis) {
    boolean clockWasSetBack = windowEnd > now + windowMillis;
    if (over(now) || clockWasSetBack) {
      return first(now, capacity, windowMillis);
    }
    return used < capacity
        ? new TokenBucket(windowEnd, used + 1, true)
        : new TokenBucket(windowEnd, used, false);
  }

  /** Whether the window has ended. */
  boolean over(long now) {
    return now >= windowEnd;
  }
}
