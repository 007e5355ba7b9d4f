package dev.belfry.api.ratelimit;

import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;

/** The demand of an event loop on one bucket. Mutable; confined to the event loop. */
final class Demand {
  /** A block is to last about so long: one that is spent sooner was too small. */
  private static final long LASTING_NANOS = 100_000_000L;

  /** A key that has spent a block within this time is still busy. */
  private static final long BUSY_NANOS = 5 * LASTING_NANOS;

  /** Smaller blocks only serve to learn how busy a key is. */
  private static final int SMALL_BLOCK = 8;

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

  /** Whether the next block is to be asked for before this one is spent. */
  boolean isBusy(long now) {
    return ahead || now - grantedAt < BUSY_NANOS;
  }

  /**
   * How many tokens to ask for when a block is nearly spent, at most so many: more if it did not
   * last, so that the arbiter is asked less, and fewer if it lasted too long, so that the other
   * processes know better what remains.
   */
  int nextBlock(long now, int most) {
    long lasted = now - grantedAt;
    if (ahead) {
      return most;
    }
    if (lasted < LASTING_NANOS) {
      return Math.min(most, block * 2);
    }
    return lasted < 2 * LASTING_NANOS && block >= SMALL_BLOCK ? block : block / 2;
  }

  /** Whether nothing is under way. */
  boolean isIdle() {
    return !asking && waiters.isEmpty();
  }

  /** A request that waits for a token. */
  record Waiter(int limit, long windowMillis, Promise<Decision> decision) {}
}
