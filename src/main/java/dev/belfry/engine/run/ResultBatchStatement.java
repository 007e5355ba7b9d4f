package dev.belfry.engine.run;

import dev.belfry.alerting.alert.FinalResult;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The statement that writes a batch. */
final class ResultBatchStatement {
  /** Writes all of a batch or nothing. The file explains its parameters and its rows. */
  static final String SQL = SqlResource.read(ResultBatchStatement.class, "write-results.sql");

  private ResultBatchStatement() {}

  /**
   * What became of a batch.
   *
   * @param accepted false: the instance is fenced, nothing was written
   * @param refused something may matter to alerts, nothing was written
   * @param ended what matters to alerts
   */
  record Written(boolean accepted, boolean refused, List<FinalResult> ended) {}

  /** Writes a batch in a transaction that goes on. */
  static Future<Written> execute(SqlConnection connection, long instance, ResultBatch batch) {
    return connection
        .preparedQuery(SQL)
        .execute(ResultBatchColumns.of(instance, batch).addBoolean(true))
        .map(rows -> written(rows, batch));
  }

  /** Writes a batch on its own, unless something in it may matter to alerts. */
  static Future<Written> executeAlone(Database database, long instance, ResultBatch batch) {
    boolean matters =
        batch.results.stream()
            .anyMatch(
                row ->
                    row.attempt() == 0
                        && row.verdict() != Verdict.PASSED
                        && row.verdict().isConclusive());
    return matters
        ? Future.succeededFuture(new Written(false, true, List.of()))
        : database
            .query(SQL, ResultBatchColumns.of(instance, batch).addBoolean(false))
            .map(rows -> written(rows, batch));
  }

  private static Written written(RowSet<Row> rows, ResultBatch batch) {
    Row first = rows.iterator().next();
    return new Written(
        first.getLong(0) == 1,
        first.getBoolean(2),
        first.getInteger(3) == null ? List.of() : ended(rows, batch));
  }

  private static List<FinalResult> ended(RowSet<Row> rows, ResultBatch batch) {
    Map<ResultBatch.RunKey, AttemptRow> results = new HashMap<>();
    for (AttemptRow result : batch.results) {
      if (result.attempt() == 0) {
        results.putIfAbsent(new ResultBatch.RunKey(result.seriesId(), result.at()), result);
      }
    }
    List<FinalResult> ended = new ArrayList<>(rows.size());
    for (Row row : rows) {
      ResultBatch.RunKey key = new ResultBatch.RunKey(row.getInteger(3), row.getLong(4));
      ended.add(ended(row, Objects.requireNonNull(results.get(key))));
    }
    return ended;
  }

  private static FinalResult ended(Row row, AttemptRow result) {
    long started = result.at() + result.delay();
    long micros = result.timings().totalMicros();
    return new FinalResult(
        row.getUUID(5),
        result.seriesId(),
        row.getString(6),
        result.at(),
        result.verdict(),
        started,
        started + TimeUnit.MICROSECONDS.toMillis(micros),
        micros,
        result.status(),
        result.detail());
  }
}
