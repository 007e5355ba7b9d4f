package dev.belfry.api.ratelimit;

/**
 * The limiter's decision on a request, in the terms of the answer's headers.
 *
 * @param admitted whether the request may go on
 * @param limit requests for each window
 * @param remaining requests left in this window, 0 or more
 * @param resetEpochSeconds when the window ends, whole seconds since the epoch, rounded up
 * @param retryAfterSeconds seconds until the window ends, at least 1
 */
public record Decision(
    boolean admitted, int limit, int remaining, long resetEpochSeconds, long retryAfterSeconds) {

  static Decision of(TokenBucket bucket, boolean admitted, int limit, long now) {
    return of(
        admitted,
        limit,
        Math.max(0, limit - bucket.used()),
        bucket.windowEnd(),
        bucket.windowEnd() - now);
  }

  static Decision of(boolean admitted, int limit, int remaining, long endMillis, long leftMillis) {
    return new Decision(
        admitted,
        limit,
        remaining,
        -Math.floorDiv(-endMillis, 1000L),
        -Math.floorDiv(-Math.max(1, leftMillis), 1000L));
  }

  /** The state of a full bucket. */
  static Decision fresh(int limit, long endMillis, long leftMillis) {
    return of(true, limit, limit, endMillis, leftMillis);
  }
}
