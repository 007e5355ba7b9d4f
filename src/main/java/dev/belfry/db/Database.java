package dev.belfry.db;

import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The database as one event loop uses it: a pool for transactions and ordinary statements, and
 * batched statements for the hot ones. Every future fails with a 503 within the configured time
 * when the database is away, slow or overloaded. Confined to the event loop that made it.
 */
public final class Database {
  private final Vertx vertx;
  private final PgConnectOptions connect;
  private final Pool pool;
  private final Duration timeout;
  private final int mostWaiting;
  private final List<BatchedStatement> statements = new ArrayList<>();

  /**
   * @param poolSize connections of the pool, at least 1; a batched statement has one of its own
   */
  public Database(Vertx vertx, DatabaseAddress address, Config.Database config, int poolSize) {
    this.vertx = vertx;
    this.timeout = config.timeout();
    this.mostWaiting = config.maxWaiting();
    this.connect = ConnectOptions.of(address, timeout);
    this.pool =
        PgBuilder.pool()
            .with(
                new PoolOptions()
                    .setMaxSize(poolSize)
                    .setMaxWaitQueueSize(mostWaiting)
                    .setConnectionTimeout((int) timeout.toMillis())
                    .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS))
            .connectingTo(connect)
            .using(vertx)
            .build();
  }

  /** Completes when the connections of all batched statements stand. */
  public Future<Void> ready() {
    return Future.all(statements.stream().map(BatchedStatement::ready).toList()).mapEmpty();
  }

  /** Runs one statement on its own. */
  public Future<RowSet<Row>> query(String sql, Tuple parameters) {
    return bounded(pool.preparedQuery(sql).execute(parameters));
  }

  /**
   * Runs work in one transaction: committed when its future succeeds, rolled back otherwise. Work
   * that a concurrent transaction got into the way of is run once more.
   */
  public <T> Future<T> transaction(Function<SqlConnection, Future<T>> work) {
    return bounded(
        pool.withTransaction(work)
            .recover(
                failure ->
                    Failures.isConflict(failure)
                        ? pool.withTransaction(work)
                        : Future.failedFuture(failure)));
  }

  /**
   * A statement whose concurrent executions share a round trip and a commit.
   *
   * @param order how to order the parameters of a batch; the same everywhere for statements that
   *     lock rows, so that two batches cannot wait for each other
   */
  public BatchedStatement batched(String sql, BatchOrder order) {
    BatchedStatement statement =
        new BatchedStatement(vertx, connect, sql, order, timeout, mostWaiting);
    statements.add(statement);
    return statement;
  }

  /** Connections that are open, those of batched statements included. Safe for every thread. */
  public int connections() {
    return pool.size() + (int) statements.stream().filter(BatchedStatement::isConnected).count();
  }

  /** Executions of batched statements that wait for their batch. Safe for every thread. */
  public int waiting() {
    return statements.stream().mapToInt(BatchedStatement::waiting).sum();
  }

  /** Closes every connection; statements under way fail. */
  public Future<Void> close() {
    statements.forEach(BatchedStatement::close);
    return pool.close();
  }

  private <T> Future<T> bounded(Future<T> result) {
    return result.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS).recover(Failures::translate);
  }
}
