package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Lets accounts take turns at the connections of a pool. One account never has all of them, so that
 * what it does slowly, or what waits for a lock, leaves a connection to the others. Confined to an
 * event loop.
 */
final class ConnectionTurns {
  private final int connections;
  private final int mostOfOne;
  private final Duration patience;
  private final FairQueue<UUID, Turn> waiting;
  private final Map<UUID, Integer> taken = new HashMap<>();
  private int inUse;

  /** Work that waits for a connection. */
  private record Turn(UUID account, long deadlineNanos, Promise<Void> begun) {}

  /**
   * @param connections of the pool, at least 1
   * @param mostWaiting pieces of work that may wait
   * @param patience how long a piece of work waits; it never begins later
   */
  ConnectionTurns(int connections, int mostWaiting, Duration patience) {
    this.connections = connections;
    this.mostOfOne = Math.max(1, connections - Math.max(1, connections / 4));
    this.waiting = new FairQueue<>(mostWaiting);
    this.patience = patience;
  }

  /**
   * Begins work that takes a connection, at once or when it is the account's turn. Fails with a 503
   * when too much waits, and as the work does.
   */
  <T> Future<T> take(UUID account, Supplier<Future<T>> work) {
    if (inUse < connections && mayTake(account)) {
      reserve(account);
      return begin(account, work);
    }
    Turn turn = new Turn(account, System.nanoTime() + patience.toNanos(), RequestScope.promise());
    waiting
        .add(account, turn)
        .ifPresent(refused -> refused.begun().tryFail(Failures.unavailable()));
    return turn.begun().future().compose(begun -> begin(account, work));
  }

  private boolean mayTake(UUID account) {
    return taken.getOrDefault(account, 0) < mostOfOne;
  }

  private void reserve(UUID account) {
    inUse++;
    taken.merge(account, 1, Integer::sum);
  }

  private <T> Future<T> begin(UUID account, Supplier<Future<T>> work) {
    Future<T> done;
    try {
      done = work.get();
    } catch (RuntimeException failure) {
      done = Future.failedFuture(failure);
    }
    return done.onComplete(ended -> release(account));
  }

  private void release(UUID account) {
    inUse--;
    taken.computeIfPresent(account, (owner, count) -> count > 1 ? count - 1 : null);
    while (inUse < connections) {
      Optional<Turn> next = waiting.poll(this::mayTake);
      if (next.isEmpty()) {
        return;
      }
      Turn turn = next.get();
      if (System.nanoTime() - turn.deadlineNanos() > 0) {
        turn.begun().tryFail(Failures.unavailable());
      } else {
        reserve(turn.account());
        turn.begun().complete();
      }
    }
  }

  /** Pieces of work that wait; another thread may see it a moment late. */
  int waiting() {
    return waiting.size();
  }
}
