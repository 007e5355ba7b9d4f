package dev.belfry.engine.run;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes missed runs with one statement. */
final class MissedStatement {
  /** Writes all of a batch or nothing, also when some of it is stored already. */
  static final String AGAIN = SqlResource.read(MissedStatement.class, "write-missed.sql");

  /** Fails when some of the batch is stored already, and costs a third less. */
  static final String SQL = AGAIN.replace("ON CONFLICT DO NOTHING", "");

  private static final String UNIQUE_VIOLATION = "23505";

  private MissedStatement() {}

  /**
   * Writes a batch. Completes with false when the instance is fenced and nothing was written, and
   * fails as the statement does.
   */
  static Future<Boolean> execute(Database database, long instance, MissedBatch batch) {
    return database
        .query(SQL, columns(instance, batch.ranges))
        .recover(
            failure ->
                failure instanceof PgException refused
                        && UNIQUE_VIOLATION.equals(refused.getSqlState())
                    ? database.query(AGAIN, columns(instance, batch.ranges))
                    : Future.failedFuture(failure))
        .map(rows -> rows.iterator().next().getLong(0) == 1);
  }

  /** The days that the batch has rows in, counted since 1970 in UTC. */
  static Set<Integer> days(MissedBatch batch) {
    Set<Integer> days = new HashSet<>();
    for (MissedBatch.Missed missed : batch.ranges) {
      int last = ResultBatchColumns.day(missed.range().last());
      for (int day = ResultBatchColumns.day(missed.range().first()); day <= last; day++) {
        days.add(day);
      }
    }
    return days;
  }

  private static Tuple columns(long instance, List<MissedBatch.Missed> rows) {
    Tuple tuple = Tuple.of(instance);
    ResultBatchColumns.ints(tuple, rows, MissedBatch.Missed::seriesId);
    ResultBatchColumns.longs(tuple, rows, row -> row.range().first());
    ResultBatchColumns.longs(tuple, rows, row -> row.range().last());
    ResultBatchColumns.longs(tuple, rows, row -> row.range().period());
    return ResultBatchColumns.shorts(tuple, rows, row -> row.reason().code());
  }
}
