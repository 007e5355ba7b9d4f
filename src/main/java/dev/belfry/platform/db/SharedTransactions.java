package dev.belfry.platform.db;

import dev.belfry.platform.error.ApiException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Requests of one kind that arrive while a {@link SharedTransaction} of this kind is under way form
 * the next one. No request waits for company, and accounts take turns. Confined to an event loop.
 */
final class SharedTransactions {
  private static final int MOST = 128;

  private final Context context;
  private final FairPool pool;
  private final Duration timeout;
  private final int mostWaiting;
  private final Runnable written;
  private final Map<String, Kind> kinds = new HashMap<>();

  /** Requests that may share a transaction. */
  private static final class Kind {
    private final FairQueue<UUID, SharedWork<?>> waiting;
    private boolean busy;

    Kind(int mostWaiting) {
      this.waiting = new FairQueue<>(mostWaiting);
    }
  }

  /**
   * @param timeout how long a transaction may take
   * @param mostWaiting requests of a kind that may wait for their transaction
   * @param written told after each transaction
   */
  SharedTransactions(
      Vertx vertx, FairPool pool, Duration timeout, int mostWaiting, Runnable written) {
    this.context = vertx.getOrCreateContext();
    this.pool = pool;
    this.timeout = timeout;
    this.mostWaiting = mostWaiting;
    this.written = written;
  }

  /**
   * Runs work in a transaction with that of other requests of the same kind. Empty when it has to
   * run alone, and none of it has taken effect: it needs more than statements in sets, or a
   * statement was refused or in the way, or a request about the same subject came first.
   *
   * @param subject what at most one request of a transaction may be about
   */
  <T> Future<Optional<T>> execute(SharedKind kind, Object subject, Supplier<Future<T>> work) {
    RequestScope scope = RequestScope.current();
    UUID account = RequestScope.account();
    if (scope == null || account == null) {
      throw new IllegalStateException("The context belongs to no request");
    }
    SharedWork<T> one = new SharedWork<>(scope, kind.isolation(), subject, work);
    Kind queue = kinds.computeIfAbsent(kind.name(), first -> new Kind(mostWaiting));
    queue.waiting.add(account, one).ifPresent(SharedWork::refuse);
    if (!queue.busy) {
      queue.busy = true;
      context.runOnContext(started -> next(queue, kind.isolation()));
    }
    return one.result();
  }

  private void next(Kind queue, Isolation isolation) {
    if (queue.waiting.isEmpty()) {
      queue.busy = false;
      return;
    }
    List<SharedWork<?>> batch = new ArrayList<>();
    List<SharedWork<?>> alone = new ArrayList<>(0);
    Set<Object> subjects = new HashSet<>();
    for (SharedWork<?> one : queue.waiting.drain(MOST)) {
      (subjects.add(one.subject()) ? batch : alone).add(one);
    }
    pool.connection(
            (connection, end) ->
                new SharedTransaction(context, connection, end, isolation, timeout, pool.commits())
                    .run(pool.settings(), batch))
        .onComplete(
            done -> {
              if (done.succeeded()) {
                written.run();
                batch.forEach(SharedWork::committed);
              } else if (isAway(done.cause())) {
                batch.forEach(SharedWork::refuse);
              } else {
                batch.forEach(SharedWork::runAlone);
              }
              alone.forEach(SharedWork::runAlone);
              next(queue, isolation);
            });
  }

  private static boolean isAway(Throwable failure) {
    return !Failures.isInTheWay(failure)
        && Failures.translate(failure).cause() instanceof ApiException;
  }

  /** Requests that wait for their transaction; another thread may see it a moment late. */
  int waiting() {
    return List.copyOf(kinds.values()).stream().mapToInt(kind -> kind.waiting.size()).sum();
  }
}
