package dev.belfry.platform.db;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The work of one request in a {@link SharedTransaction}. It leaves the transaction when it asks
 * for more than the statements of many requests; the transaction then goes on without it.
 */
final class SharedWork<T> {
  private final ContextInternal context = ContextInternal.current();
  private final Promise<Optional<T>> result = context.promise();
  private final Promise<Void> ended = Promise.promise();
  private final RequestScope scope;
  private final Isolation isolation;
  private final Object subject;
  private final Supplier<Future<T>> work;
  private @Nullable SharedTransaction transaction;
  private @Nullable AsyncResult<T> outcome;
  private boolean reading;
  private boolean wrote;
  private boolean left;

  /** Confined to the context of the request, on which it is made. */
  SharedWork(RequestScope scope, Isolation isolation, Object subject, Supplier<Future<T>> work) {
    this.scope = scope;
    this.isolation = isolation;
    this.subject = subject;
    this.work = work;
  }

  Object subject() {
    return subject;
  }

  Isolation isolation() {
    return isolation;
  }

  /** Empty when the work has to run alone. */
  Future<Optional<T>> result() {
    return result.future();
  }

  /** Begins the work; what it asks of the database it asks of this transaction. */
  void begin(SharedTransaction shared) {
    transaction = shared;
    context.dispatch(
        () ->
            scope
                .share(this, work)
                .onComplete(
                    done -> {
                      outcome = done;
                      if (done.failed() && wrote) {
                        shared.abandon();
                      }
                      ended.complete();
                      shared.settle();
                    }));
  }

  boolean hasEnded() {
    return outcome != null;
  }

  /** The transaction is committed. */
  void committed() {
    AsyncResult<T> done = outcome;
    if (left || done == null) {
      runAlone();
      return;
    }
    context.dispatch(
        () -> {
          if (done.succeeded()) {
            scope.committed();
            result.tryComplete(Optional.of(done.result()));
          } else {
            scope.rolledBack();
            result.tryFail(done.cause());
          }
        });
  }

  /** Nothing of the work has taken effect, and it begins again, by itself, once it has ended. */
  void runAlone() {
    Future<Void> idle = transaction == null ? Future.succeededFuture() : ended.future();
    idle.onComplete(
        done ->
            context.dispatch(
                () -> {
                  scope.rolledBack();
                  result.tryComplete(Optional.empty());
                }));
  }

  /** Fails with a 503. */
  void refuse() {
    context.dispatch(
        () -> {
          scope.rolledBack();
          result.tryFail(Failures.unavailable());
        });
  }

  /** Runs a part of the work that changes nothing, so that it may ask whatever it likes. */
  <R> Future<R> reading(Supplier<Future<R>> part) {
    reading = true;
    return part.get().onComplete(done -> reading = false);
  }

  /**
   * Runs a part of the work whose failure undoes it. What is written cannot be undone by itself
   * here, so the whole work runs alone then.
   */
  <R> Future<R> undoing(Supplier<Future<R>> part) {
    boolean before = wrote;
    return Future.succeededFuture()
        .compose(begun -> part.get())
        .recover(
            failure -> {
              scope.undone();
              return wrote && !before ? leave() : Future.failedFuture(failure);
            });
  }

  Future<Optional<Row>> execute(BulkStatement statement, Tuple parameters) {
    SharedTransaction shared = transaction;
    return shared == null || left
        ? leave()
        : shared.add(
            this,
            new BatchQueue.Call<>(
                new BulkLane.Bulk(statement, parameters), context.promise(), false));
  }

  Future<RowSet<Row>> query(String sql, Tuple parameters) {
    return transaction(connection -> connection.preparedQuery(sql).execute(parameters));
  }

  /** Reads by statements of this request alone; work that may write leaves. */
  <R> Future<R> transaction(Function<SqlConnection, Future<R>> statements) {
    SharedTransaction shared = transaction;
    if (shared == null || left || !reading) {
      return leave();
    }
    Promise<R> here = context.promise();
    shared.read(statements).onComplete(here);
    return here.future();
  }

  /** A row was changed for this request. */
  void wrote() {
    wrote = true;
    if (left && transaction != null) {
      transaction.abandon();
    }
  }

  /** Gives the work up here. The failure is never seen by a client. */
  <R> Future<R> leave() {
    left = true;
    if (wrote && transaction != null) {
      transaction.abandon();
    }
    return Future.failedFuture(Failures.unavailable());
  }
}
