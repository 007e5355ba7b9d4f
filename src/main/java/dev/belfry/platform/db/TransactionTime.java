package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/**
 * The time of one transaction. A request that is told that its transaction took too long can be
 * sure that it has no effect: the work is rolled back when it ends. A commit that is under way when
 * the time is over is waited for as long again, because it cannot be taken back. Confined to an
 * event loop.
 */
final class TransactionTime {
  private final Patience patience;
  private boolean begun;
  private boolean committing;
  private boolean over;

  TransactionTime(Patience patience) {
    this.patience = patience;
  }

  /** The same work, which fails instead of being committed when its time is over. */
  <T> Function<SqlConnection, Future<T>> bounding(Function<SqlConnection, Future<T>> work) {
    return connection -> {
      begun = true;
      committing = false;
      return over
          ? Future.failedFuture(Failures.unavailable())
          : work.apply(connection).compose(this::mayCommit);
    };
  }

  private <T> Future<T> mayCommit(T result) {
    committing = !over;
    return over ? Future.failedFuture(Failures.unavailable()) : Future.succeededFuture(result);
  }

  /** Whether the transaction had begun, and is gone with its connection. */
  boolean isGone(Throwable failure) {
    return begun && Failures.isGone(failure, committing);
  }

  /** Whether it is waited for no longer. */
  boolean isOver() {
    return over;
  }

  /** The end of a transaction; fails with a 503 when that does not come in time. */
  <T> Future<T> bound(Future<T> transaction) {
    return inTime(transaction)
        .recover(
            failure -> {
              if (transaction.isComplete()) {
                return Failures.translate(failure);
              }
              if (committing) {
                return inTime(transaction).recover(Failures::translate);
              }
              over = true;
              return Failures.translate(failure);
            });
  }

  private <T> Future<T> inTime(Future<T> transaction) {
    return patience.bound(transaction);
  }
}
