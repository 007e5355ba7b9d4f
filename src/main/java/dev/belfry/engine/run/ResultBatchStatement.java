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

/** Writes a batch with one statement. */
final class ResultBatchStatement {
  /** Writes all of a batch or nothing. The file explains its parameters and its rows. */
  static final String SQL = SqlResource.read(ResultBatchStatement.class, "write-results.sql");

  private ResultBatchStatement() {}

  /**
   * The outcome of the statement.
   *
   * @param accepted false when the instance is fenced and nothing was written
   * @param needsTransaction true when alerts may follow and nothing was written
   * @param finals the final results that alerts must process
   */
  record Written(boolean accepted, boolean needsTransaction, List<FinalResult> finals) {}

  /** Writes a batch in a transaction that goes on. Fails as the statement does. */
  static Future<Written> execute(SqlConnection connection, long instance, ResultBatch batch) {
    return connection
        .preparedQuery(SQL)
        .execute(ResultBatchColumns.of(instance, batch).addBoolean(true))
        .map(rows -> written(rows, batch));
  }

  /** Writes a batch without a transaction, unless alerts may follow from it. Fails as it does. */
  static Future<Written> executeAlone(Database database, long instance, ResultBatch batch) {
    boolean alerting =
        !batch.states.isEmpty()
            || batch.results.stream()
                .anyMatch(
                    row ->
                        row.attempt() == 0
                            && row.verdict() != Verdict.PASSED
                            && row.verdict().isConclusive());
    return alerting
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
        first.getInteger(3) == null ? List.of() : finals(rows, batch));
  }

  private static List<FinalResult> finals(RowSet<Row> rows, ResultBatch batch) {
    Map<ResultBatch.RunKey, AttemptRow> results = new HashMap<>();
    for (AttemptRow result : batch.results) {
      if (result.attempt() == 0) {
        results.putIfAbsent(new ResultBatch.RunKey(result.seriesId(), result.at()), result);
      }
    }
    List<FinalResult> finals = new ArrayList<>(rows.size());
    for (Row row : rows) {
      ResultBatch.RunKey key = new ResultBatch.RunKey(row.getInteger(3), row.getLong(4));
      finals.add(finalResult(row, Objects.requireNonNull(results.get(key))));
    }
    return finals;
  }

  private static FinalResult finalResult(Row row, AttemptRow result) {
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
