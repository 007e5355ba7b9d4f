package dev.belfry.platform.db;

import dev.belfry.platform.db.BatchQueue.Call;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A look-up by a GUID and the account it must belong to, whose concurrent executions are one
 * statement ({@link BatchQueue}). The statement takes two arrays of equal length, {@code $1} of ids
 * and {@code $2} of accounts, and answers at most one row for each pair, whose last column is the
 * number of the pair, from 1.
 */
public final class BatchedLookup {
  private final String sql;
  private final Duration timeout;
  private final BatchQueue<Optional<Row>> queue;

  BatchedLookup(
      String sql,
      Duration timeout,
      Function<BatchQueue.Sender<Optional<Row>>, BatchQueue<Optional<Row>>> queues) {
    this.sql = sql;
    this.timeout = timeout;
    this.queue = queues.apply(this::run);
  }

  /** Completes when the first connection stands. */
  public Future<Void> ready() {
    return queue.ready();
  }

  /**
   * The row of an id, empty when that account has none; fails with a 503 when the database is away
   * or too slow. Within the transaction of the request if there is one.
   */
  public Future<Optional<Row>> execute(UUID account, UUID id) {
    SqlConnection joined = RequestScope.joined();
    if (joined == null) {
      return queue.execute(Tuple.of(id, account));
    }
    return Failures.withinUnit(
            joined.preparedQuery(sql).execute(pairs(new UUID[] {id}, new UUID[] {account})),
            timeout)
        .map(rows -> Rows.first(rows, row -> row));
  }

  /** Not {@code Tuple.of}, which would take the second array for the rest of the parameters. */
  private static Tuple pairs(UUID[] ids, UUID[] accounts) {
    return Tuple.tuple().addArrayOfUUID(ids).addArrayOfUUID(accounts);
  }

  private Future<?> run(PgConnection current, List<Call<Optional<Row>>> batch) {
    UUID[] ids = new UUID[batch.size()];
    UUID[] accounts = new UUID[batch.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = batch.get(i).parameters().getUUID(0);
      accounts[i] = batch.get(i).parameters().getUUID(1);
    }
    return current
        .preparedQuery(sql)
        .execute(pairs(ids, accounts))
        .recover(Failures::translate)
        .onSuccess(rows -> distribute(rows, batch))
        .onFailure(failure -> batch.forEach(call -> call.result().tryFail(failure)));
  }

  private static void distribute(RowSet<Row> rows, List<Call<Optional<Row>>> batch) {
    for (Row row : rows) {
      int number = row.getLong(row.size() - 1).intValue();
      batch.get(number - 1).result().tryComplete(Optional.of(row));
    }
    batch.forEach(call -> call.result().tryComplete(Optional.empty()));
  }
}
