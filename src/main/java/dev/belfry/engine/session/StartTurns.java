package dev.belfry.engine.session;

import dev.belfry.platform.cluster.Timers;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Has the starts of an account go on one after the other, so that they do not wait for each other
 * with a connection each while other accounts have none. Confined to one event loop.
 */
final class StartTurns {
  /** Shorter than a transaction may stand still, since one may be open already. */
  static final long PATIENCE_MILLIS = 1_000;

  private final Timers timers;

  /** Those that wait, of each account that has a start under way. */
  private final Map<UUID, Queue<Promise<Void>>> waiting = new HashMap<>();

  StartTurns(Timers timers) {
    this.timers = timers;
  }

  /** Does work when it is its turn; fails with a 429 when that takes a second. */
  <T> Future<T> take(UUID account, Supplier<Future<T>> work) {
    return turn(account)
        .compose(
            turn ->
                Future.succeededFuture()
                    .compose(begun -> work.get()) // It may throw: the next must have its turn.
                    .onComplete(ended -> pass(account)));
  }

  private Future<Void> turn(UUID account) {
    Queue<Promise<Void>> line = waiting.get(account);
    if (line == null) {
      waiting.put(account, new ArrayDeque<>());
      return Future.succeededFuture();
    }
    Promise<Void> turn = Promise.promise();
    line.add(turn);
    timers.after(
        PATIENCE_MILLIS,
        () -> {
          if (line.remove(turn)) {
            turn.fail(tooMany());
          }
        });
    return turn.future();
  }

  private void pass(UUID account) {
    Queue<Promise<Void>> line = waiting.get(account);
    Promise<Void> next = line == null ? null : line.poll();
    if (next == null) {
      waiting.remove(account);
    } else {
      next.complete();
    }
  }

  /** The answer to a start that others of the account keep waiting. */
  static ApiException tooMany() {
    return new ApiException(
        ApiError.TOO_MANY_REQUESTS,
        "The account starts too many sessions at once; retry when these have started");
  }
}
