package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.TransactionRollbackException;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A pool of connections at which the accounts of requests take turns. Every future fails with a 503
 * within a time limit, which includes the wait for a turn.
 */
final class FairPool {
  private static final int MOST_TRIES = 5;
  private static final long PAUSE_MILLIS = 100;

  private final Vertx vertx;
  private final Pool pool;
  private final ConnectOptions connect;
  private final ConnectionTurns turns;
  private final Patience patience;
  private final boolean takesTurns;
  private final Runnable written;
  private final TransactionSettings settings;
  private final Commits commits;

  /**
   * @param size connections, at least 1
   * @param mostWaiting pieces of work that may wait for a connection
   * @param patience how long a request waits
   * @param written told after each transaction, also of a request that did not wait for its end
   */
  FairPool(
      Vertx vertx,
      ConnectOptions connect,
      int size,
      int mostWaiting,
      Patience patience,
      Runnable written) {
    this.vertx = vertx;
    this.connect = connect;
    this.patience = patience;
    this.written = written;
    this.takesTurns = true;
    this.settings = connect.perTransaction();
    this.commits = new Commits(vertx, connect, patience);
    this.turns = new ConnectionTurns(size, mostWaiting, patience.longest());
    this.pool =
        connect.pool(
            vertx, ConnectOptions.size(size, patience.longest()).setMaxWaitQueueSize(mostWaiting));
  }

  private FairPool(FairPool other) {
    this.vertx = other.vertx;
    this.pool = other.pool;
    this.connect = other.connect;
    this.turns = other.turns;
    this.patience = other.patience;
    this.takesTurns = false;
    this.written = other.written;
    this.settings = other.settings;
    this.commits = other.commits;
  }

  /** The same pool for what is a part of work that has its turn, and must not wait for its end. */
  FairPool withoutTurns() {
    return new FairPool(this);
  }

  Future<RowSet<Row>> query(String sql, Tuple parameters) {
    TransactionTime time = new TransactionTime(patience);
    return time.bound(
        taking(
            () ->
                time.isOver()
                    ? Future.failedFuture(Failures.unavailable())
                    : alone(one -> one.preparedQuery(sql).execute(parameters))
                        .onSuccess(rows -> patience.answered())
                        .recover(
                            failure ->
                                mayBeSentAgain(failure, sql)
                                    ? trying(
                                        time, one -> one.preparedQuery(sql).execute(parameters))
                                    : Future.failedFuture(failure))));
  }

  /**
   * One statement. The pool sends it without taking a connection if it needs no transaction, and
   * there is no other server: it does not tell a connection that was lost before the statement.
   */
  private Future<RowSet<Row>> alone(Function<SqlClient, Future<RowSet<Row>>> statement) {
    return settings.needTransactions() || !connect.isAlone()
        ? connected()
            .compose(
                connection ->
                    SessionEnd.of(connection)
                        .explain(settings.around(connection, statement::apply))
                        .eventually(connection::close))
        : statement.apply(pool);
  }

  private Future<SqlConnection> connected() {
    return connect.connecting(vertx, pool::getConnection);
  }

  /** What only reads may have been executed. */
  private static boolean mayBeSentAgain(Throwable failure, String sql) {
    return Failures.isBroken(failure)
        || Failures.isUnexecuted(failure)
        || (Failures.isLost(failure) && sql.stripLeading().startsWith("SELECT"));
  }

  /** What a transaction that is begun by a command of its own has to add to it. */
  String settings() {
    return settings.command();
  }

  /** Ends such a transaction. */
  Commits commits() {
    return commits;
  }

  /**
   * Work that has to be run again is run once more, and up to four times when its connections end.
   * Work that was given up is rolled back.
   */
  <T> Future<T> transaction(Function<SqlConnection, Future<T>> work) {
    TransactionTime time = new TransactionTime(patience);
    return time.bound(taking(() -> trying(time, work).onSuccess(this::committed)));
  }

  private void committed(Object result) {
    patience.answered();
    written.run();
  }

  private <T> Future<T> trying(TransactionTime time, Function<SqlConnection, Future<T>> work) {
    return trying(time, time.bounding(work), 1);
  }

  /**
   * A server that stops ends its sessions one after the other, in a tenth of a second or two: the
   * connection of the next try may be about to end too.
   */
  private <T> Future<T> trying(
      TransactionTime time, Function<SqlConnection, Future<T>> timed, int tries) {
    return within(timed)
        .recover(
            failure -> {
              boolean again =
                  time.isGone(failure)
                      ? tries < MOST_TRIES
                      : tries == 1 && Failures.callsForAnotherTry(failure);
              return again
                  ? nextTry(tries).compose(turn -> trying(time, timed, tries + 1))
                  : Future.failedFuture(failure);
            });
  }

  private static Future<Void> nextTry(int tries) {
    if (tries == 1) {
      return nextTurn();
    }
    ContextInternal context = ContextInternal.current();
    Promise<Void> pause = context.promise();
    context.setTimer(PAUSE_MILLIS, over -> pause.complete());
    return pause.future();
  }

  /**
   * The pool's own way waits for the answer to BEGIN, which costs each transaction a round trip.
   */
  private <T> Future<T> within(Function<SqlConnection, Future<T>> work) {
    return connected()
        .compose(
            connection -> {
              SessionEnd end = SessionEnd.of(connection);
              Future<Transaction> begun = connection.begin();
              Future<?> told = settings.tell(connection);
              return Failures.behind(
                      begun,
                      Failures.behind(told, Future.succeededFuture(connection).compose(work)))
                  .compose(
                      result ->
                          commits
                              .send(connection, end, () -> begun.compose(Transaction::commit))
                              .map(result),
                      failure -> rolledBack(begun, failure))
                  .eventually(connection::close);
            });
  }

  private static <T> Future<T> rolledBack(Future<Transaction> begun, Throwable failure) {
    Future<T> failed = Future.failedFuture(failure);
    return failure instanceof TransactionRollbackException
        ? failed
        : begun.compose(Transaction::rollback).transform(back -> failed);
  }

  /**
   * Completes in the next turn of the event loop. Until then the pool gives out a connection that
   * was just closed, because it learns of that after those whose statements fail.
   */
  static Future<Void> nextTurn() {
    ContextInternal context = ContextInternal.current();
    Promise<Void> turn = context.promise();
    context.runOnContext(begun -> turn.complete());
    return turn.future();
  }

  /**
   * Runs work on a connection, however long it takes once it has it. What ends the session from
   * then on is told with it: also what the client hears of between two statements.
   */
  <T> Future<T> connection(BiFunction<SqlConnection, SessionEnd, Future<T>> work) {
    return taking(
        () ->
            connection()
                .compose(
                    connection ->
                        work.apply(connection, SessionEnd.of(connection))
                            .eventually(connection::close)));
  }

  /** The same with work that is no transaction. */
  <T> Future<T> keeping(Function<SqlConnection, Future<T>> work) {
    return connection((connection, end) -> settings.keeping(connection, work));
  }

  /** One that comes too late for us must not be lost to the pool. */
  private Future<SqlConnection> connection() {
    Future<SqlConnection> asked = connected();
    return inTime(asked).onFailure(late -> asked.onSuccess(SqlConnection::close));
  }

  /** The service's own work, which is not a request's, has pools of its own. */
  private <T> Future<T> taking(Supplier<Future<T>> work) {
    UUID account = takesTurns ? RequestScope.account() : null;
    return account == null ? work.get() : turns.take(account, work);
  }

  private <T> Future<T> inTime(Future<T> result) {
    return patience.bound(result).recover(Failures::translate);
  }

  /** Connections that are open. Safe for every thread. */
  int size() {
    return pool.size();
  }

  /** Pieces of work that wait for their turn. Safe for every thread. */
  int waiting() {
    return turns.waiting();
  }

  Future<Void> close() {
    return pool.close();
  }
}
