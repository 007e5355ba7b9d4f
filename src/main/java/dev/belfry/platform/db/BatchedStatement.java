package dev.belfry.platform.db;

import dev.belfry.platform.db.BatchQueue.Call;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * One statement whose concurrent executions share a round trip and a commit ({@link BatchQueue}).
 * Errors stay with the row that caused them.
 */
public final class BatchedStatement {
  private final String sql;
  private final Duration timeout;
  private final BatchQueue<Tuple, RowSet<Row>> queue;

  BatchedStatement(
      String sql,
      Duration timeout,
      Function<BatchQueue.Sender<Tuple, RowSet<Row>>, BatchQueue<Tuple, RowSet<Row>>> queues) {
    this.sql = sql;
    this.timeout = timeout;
    this.queue = queues.apply(this::run);
  }

  /** Completes when the first connection stands. */
  public Future<Void> ready() {
    return queue.ready();
  }

  /**
   * Executes the statement once, within the transaction of the request if there is one; fails with
   * a 503 when the database is away or too slow.
   */
  public Future<RowSet<Row>> execute(Tuple parameters) {
    SqlConnection joined = RequestScope.joined();
    return joined == null
        ? queue.execute(parameters)
        : Failures.withinUnit(joined.preparedQuery(sql).execute(parameters), timeout);
  }

  private Future<?> run(BatchConnection current, List<Call<Tuple, RowSet<Row>>> batch) {
    if (batch.size() == 1) {
      return runOne(current, batch.get(0));
    }
    List<Tuple> parameters = batch.stream().map(Call::parameters).toList();
    return current
        .commit(connection -> connection.preparedQuery(sql).executeBatch(parameters))
        .onSuccess(rows -> distribute(rows, batch))
        .recover(
            failure -> {
              if (Failures.isRefusal(failure) || Failures.isConflict(failure)) {
                return Future.join(batch.stream().map(call -> runOne(current, call)).toList())
                    .mapEmpty();
              }
              if (Failures.isUnexecuted(failure)) {
                queue.sendAgain(batch);
              } else {
                BatchQueue.fail(batch);
              }
              return Future.failedFuture(failure);
            });
  }

  private Future<RowSet<Row>> runOne(BatchConnection current, Call<Tuple, RowSet<Row>> call) {
    return current
        .commit(connection -> connection.preparedQuery(sql).execute(call.parameters()))
        .onSuccess(call.result()::tryComplete)
        .recover(
            failure -> {
              if (Failures.isUnexecuted(failure)) {
                queue.sendAgain(List.of(call));
              } else {
                Failures.<RowSet<Row>>translate(failure).onFailure(call.result()::tryFail);
              }
              return Future.failedFuture(failure);
            });
  }

  private static void distribute(RowSet<Row> first, List<Call<Tuple, RowSet<Row>>> batch) {
    RowSet<Row> rows = first;
    for (Call<Tuple, RowSet<Row>> call : batch) {
      call.result().tryComplete(rows);
      rows = rows.next();
    }
  }
}
