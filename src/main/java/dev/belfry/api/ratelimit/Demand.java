package dev.belfry.api.ratelimit;

import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;

/** The demand of an event loop on one bucket. Mutable; confined to the event loop. */
final class Demand {
  /** How long a window of the bucket is. */
  final long windowMillis;

  /** Requests that wait for a token, in the order in which they came. */
  final Deque<Waiter> waiters = new ArrayDeque<>();

  /**
   * Whether the bucket keeps a block in hand although its requests come one after the other: the
   * arbiter is asked once for a block, and nobody is told how many tokens remain.
   */
  boolean ahead;

  /** Whether the arbiter has been asked and has not answered. */
  boolean asking;

  /** Tokens to ask for besides those that are waited for. */
  int block;

  /** When the arbiter answered last, by the process's counter of nanoseconds; 0 for never. */
  long grantedAt;

  Demand(long windowMillis) {
    this.windowMillis = windowMillis;
  }

  /** How many tokens to ask for besides those that are waited for, at most so many. */
  int firstBlock(int most) {
    if (ahead) {
      return most;
    }
    return waiters.size() > 1 ? Math.min(most, Math.max(1, block * 2)) : block / 2;
  }

  /** Whether nothing is under way. */
  boolean isIdle() {
    return !asking && waiters.isEmpty();
  }

  /** A request that waits for a token. */
  record Waiter(int limit, long windowMillis, Promise<Decision> decision) {}
}
