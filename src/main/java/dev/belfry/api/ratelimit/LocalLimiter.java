package dev.belfry.api.ratelimit;

import io.vertx.core.shareddata.LocalMap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decides whether a client without a key may send one more request to this process. The buckets
 * live in shared data, so all event loops of the process count together. A bucket is removed once
 * its window has ended. No bucket is stored in the database, because an attacker can use any number
 * of addresses. For the same reason there are at most {@link #MOST} buckets; callers for whom there
 * is none share one for each limit.
 */
public final class LocalLimiter {
  /** Buckets with an open window, some 20 MB of memory. */
  static final int MOST = 100_000;

  private final LocalMap<String, TokenBucket> buckets;
  private final InstantSource clock;
  private final LongAdder refused = new LongAdder();

  public LocalLimiter(LocalMap<String, TokenBucket> buckets, InstantSource clock) {
    this.buckets = buckets;
    this.clock = clock;
  }

  /**
   * Takes one token from the bucket of a caller.
   *
   * @param operation what is limited
   * @param caller whom the limit holds for, such as a network
   */
  public Decision take(String operation, String caller, int limit, Duration window) {
    String own = operation + ' ' + caller;
    String bucket = buckets.size() < MOST || buckets.containsKey(own) ? own : operation;
    long now = clock.millis();
    long millis = window.toMillis();
    TokenBucket after =
        buckets.compute(
            bucket,
            (name, before) ->
                before == null
                    ? TokenBucket.first(now, limit, millis)
                    : before.take(now, limit, millis));
    if (!after.admitted()) {
      refused.increment();
    }
    return Decision.of(after, after.admitted(), limit, now);
  }

  /** Requests refused since the start. */
  public long refused() {
    return refused.sum();
  }

  /** Forgets the buckets whose window has ended; called every few seconds. */
  public void sweep() {
    long now = clock.millis();
    buckets
        .keySet()
        .forEach(name -> buckets.computeIfPresent(name, (k, b) -> b.over(now) ? null : b));
  }

  /** Number of buckets with an open window. */
  public int size() {
    return buckets.size();
  }
}
