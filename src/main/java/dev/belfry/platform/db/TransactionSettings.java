package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Settings that each transaction brings along, because a pooler between us and the server hands a
 * connection to another client after it. Without a pooler a connection has its settings from its
 * start, and statements need no transaction.
 *
 * @param command sets them until the transaction ends, and begins with a semicolon; empty without a
 *     pooler
 */
record TransactionSettings(String command) {
  /**
   * How long a transaction may stand still whose statements are all sent at once. It has no locks
   * while the server waits for a process that stands still, but the pooler misses its connection.
   */
  private static final String PATIENT = "; SET LOCAL idle_in_transaction_session_timeout = '10s'";

  /** Those of a connection that has them from its start. */
  static final TransactionSettings NONE = new TransactionSettings("");

  /** Settings by name. */
  static TransactionSettings of(Map<String, String> settings) {
    return new TransactionSettings(
        settings.entrySet().stream()
            .map(one -> "; SET LOCAL " + one.getKey() + " = " + quote(one.getValue()))
            .collect(Collectors.joining()));
  }

  /** The server reads backslashes as they are, as the standard says. */
  private static String quote(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** Whether there is a pooler, so that a statement needs a transaction. */
  boolean needTransactions() {
    return !command.isEmpty();
  }

  /** Tells them to a transaction that has begun; what follows need not wait for the answer. */
  Future<?> tell(SqlConnection connection) {
    return needTransactions()
        ? connection.query(command.substring(2)).execute()
        : Future.succeededFuture();
  }

  /** Statements that may wait for each other, in a transaction if they need one. */
  <T> Future<T> keeping(SqlConnection connection, Function<SqlConnection, Future<T>> statements) {
    if (!needTransactions()) {
      return statements.apply(connection);
    }
    Future<?> begun = connection.query(Isolation.READ_COMMITTED.begin() + command).execute();
    return Failures.behind(begun, statements.apply(connection))
        .compose(
            result -> connection.query("COMMIT").execute().map(result),
            failure ->
                connection
                    .query("ROLLBACK")
                    .execute()
                    .transform(back -> Future.failedFuture(failure)));
  }

  /**
   * Statements that do not wait for each other, in a transaction if they need one. Its end is sent
   * right behind them, so that it costs no round trip.
   *
   * @param statements sends all that belongs to the transaction before it returns
   */
  <T> Future<T> around(SqlConnection connection, Function<SqlConnection, Future<T>> statements) {
    return needTransactions()
        ? within(connection, statements, Supplier::get)
        : statements.apply(connection);
  }

  /** The same, in a transaction of its own if its end may have to be found out. */
  <T> Future<T> around(
      SqlConnection connection,
      Function<SqlConnection, Future<T>> statements,
      Commits commits,
      SessionEnd end) {
    return commits.canBeAsked()
        ? within(connection, statements, commit -> commits.send(connection, end, commit))
        : around(connection, statements);
  }

  private <T> Future<T> within(
      SqlConnection connection,
      Function<SqlConnection, Future<T>> statements,
      Function<Supplier<Future<?>>, Future<?>> commits) {
    Future<?> begun =
        connection.query(Isolation.READ_COMMITTED.begin() + command + PATIENT).execute();
    Future<T> sent = Failures.behind(begun, statements.apply(connection));
    // The server rolls back instead when a statement has failed.
    Future<?> ended = commits.apply(() -> connection.query("COMMIT").execute());
    return ended.transform(
        end -> end.failed() && sent.succeeded() ? Future.failedFuture(end.cause()) : sent);
  }
}
