package dev.belfry.platform.db;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Transactions that all the statements of one request join. Confined to an event loop. */
final class RequestTransactions {
  /** Many writers of one row may each get in the way of a request once. */
  private static final int MOST_TRIES = 20;

  /** The empty question fails in a transaction that is broken, which to commit alone does not. */
  static final String COMMIT = "SELECT; COMMIT";

  private final FairPool pool;
  private final Duration timeout;
  private final Runnable written;
  private final Turns<Object> turns;

  /**
   * @param timeout of a statement
   * @param written told after each transaction
   * @param turns of the writes of each resource
   */
  RequestTransactions(FairPool pool, Duration timeout, Runnable written, Turns<Object> turns) {
    this.pool = pool;
    this.timeout = timeout;
    this.written = written;
    this.turns = turns;
  }

  /** Does work as {@link Database#inTurn} says. */
  <T> Future<T> inTurn(Object subject, Supplier<Future<T>> work) {
    UUID account = RequestScope.account();
    boolean alone = account == null || RequestScope.isolation() != null;
    return alone ? work.get() : turns.take(List.of(account, subject), work);
  }

  /** Does work as {@link Database#behind} says. */
  <T> Future<T> behind(Object subject, Supplier<Future<T>> work) {
    UUID account = RequestScope.account();
    boolean free = account == null || !turns.isTaken(List.of(account, subject));
    return free ? work.get() : inTurn(subject, work);
  }

  /** Runs work as {@link Database#inRequestTransaction} says. */
  <T> Future<T> run(Isolation isolation, Supplier<Future<T>> work) {
    RequestScope scope = RequestScope.current();
    if (scope == null) {
      throw new IllegalStateException("The context belongs to no request");
    }
    return run(scope, isolation, work, MOST_TRIES)
        .recover(
            failure ->
                Future.failedFuture(
                    Failures.isConflict(failure) ? Failures.unavailable() : failure));
  }

  /** One try of a unit. */
  private static final class Attempt {
    private boolean committing;
    private boolean gone;

    /** The server does not end a session for standing still while it commits. */
    void onCommitFailed(Throwable failure) {
      committing = !Failures.isGone(failure, true);
    }

    /** A connection that is gone cannot roll back either. */
    void onRolledBack(AsyncResult<?> back) {
      gone = !committing && back.failed() && Failures.isGone(back.cause(), false);
    }
  }

  private <T> Future<T> run(
      RequestScope scope, Isolation isolation, Supplier<Future<T>> work, int tries) {
    Attempt attempt = new Attempt();
    return pool.connection(
            (connection, end) -> within(attempt, scope, connection, end, isolation, work))
        .onSuccess(
            done -> {
              written.run();
              scope.committed();
            })
        .recover(
            failure -> {
              scope.rolledBack();
              return tries > 1 && (attempt.gone || Failures.callsForAnotherTry(failure))
                  ? FairPool.nextTurn().compose(turn -> run(scope, isolation, work, tries - 1))
                  : Future.failedFuture(failure);
            });
  }

  /**
   * Not by the client's own transactions: it rolls back for good what has failed once, although a
   * savepoint would save the rest.
   */
  private <T> Future<T> within(
      Attempt attempt,
      RequestScope scope,
      SqlConnection connection,
      SessionEnd end,
      Isolation isolation,
      Supplier<Future<T>> work) {
    Future<?> begun = send(connection, isolation.begin() + pool.settings());
    Future<?> announced = RequestScope.announce(connection);
    return Failures.behind(
            begun, Failures.behind(announced, scope.join(connection, isolation, work)))
        .compose(
            result -> {
              attempt.committing = true;
              return pool.commits()
                  .send(connection, end, () -> inTime(connection, COMMIT))
                  .onFailure(attempt::onCommitFailed)
                  .<T>map(result)
                  .recover(Failures::translateInUnit);
            })
        .recover(
            failure ->
                inTime(connection, "ROLLBACK")
                    .onComplete(attempt::onRolledBack)
                    .transform(back -> Future.failedFuture(failure)));
  }

  private Future<?> send(SqlConnection connection, String command) {
    return inTime(connection, command).recover(Failures::translateInUnit);
  }

  private Future<RowSet<Row>> inTime(SqlConnection connection, String command) {
    return connection.query(command).execute().timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs a part of the work as {@link Database#savepoint} says. */
  <T> Future<T> savepoint(Supplier<Future<T>> work) {
    SharedWork<?> sharing = RequestScope.shared();
    if (sharing != null) {
      return sharing.undoing(work);
    }
    RequestScope scope = RequestScope.current();
    SqlConnection joined = RequestScope.joined();
    if (scope == null || joined == null) {
      throw new IllegalStateException("The request has no transaction");
    }
    return send(joined, "SAVEPOINT part")
        .compose(saved -> work.get())
        .recover(
            failure -> {
              scope.undone();
              return send(joined, "ROLLBACK TO SAVEPOINT part")
                  .compose(back -> Future.failedFuture(failure));
            });
  }
}
