package dev.belfry.engine.run;

import dev.belfry.alerting.alert.FinalResult;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
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
  /**
   * Writes everything or nothing. A fenced instance writes no row. The lock on the instance's row
   * keeps it from being fenced until this is done, though not from beating. Existing rows stay as
   * they are, so that a batch whose answer was lost can be sent again. That does not reopen a run
   * which another instance has ended since.
   *
   * <p>Returns at least one row, and the final results that alerts must process: those of checks
   * that have an alert state, or that failed or were degraded in this batch. Without $41 it returns
   * no such result; if there may be one it writes nothing. The usual batch without any then needs
   * no transaction.
   */
  static final String SQL =
      """
      WITH ill AS MATERIALIZED (
        SELECT NOT $41::boolean AND EXISTS (SELECT FROM series s
          JOIN alert_states t ON t.check_id = s.check_id WHERE s.id = ANY ($3::int[])) AS found),
      me AS MATERIALIZED (
        SELECT id FROM instances WHERE id = $1 AND fenced_at IS NULL
          AND NOT (SELECT found FROM ill) FOR KEY SHARE),
      written AS (
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        SELECT r.* FROM me, unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::smallint[],
          $7::smallint[], $8::smallint[], $9::smallint[], $10::smallint[], $11::smallint[],
          $12::smallint[], $13::smallint[], $14::smallint[]) AS r
        ON CONFLICT DO NOTHING RETURNING at, series_id, attempt, verdict),
      missed AS (
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        SELECT slot, m.series_id, 0, 0, 0, 4, m.reason, 0, 0, 0, 0, 0, 0
        FROM me, unnest($15::int[], $16::bigint[], $17::bigint[], $18::bigint[], $19::smallint[])
            AS m (series_id, first, last, period, reason),
          generate_series(m.first, m.last, m.period) AS slot
        ON CONFLICT DO NOTHING),
      detailed AS (
        INSERT INTO result_details (at, series_id, attempt, detail)
        SELECT d.at, d.series_id, d.attempt, d.detail::jsonb
        FROM me, unnest($20::bigint[], $21::int[], $22::smallint[], $23::text[])
          AS d (at, series_id, attempt, detail)
        ON CONFLICT DO NOTHING),
      waiting AS (
        INSERT INTO open_runs AS o
          (series_id, at, location, shard, attempts, started_ms, due_ms)
        SELECT w.series_id, w.at, w.location, w.shard, w.attempts, w.started, w.due
        FROM me, unnest($24::int[], $25::bigint[], $26::text[], $27::smallint[], $28::smallint[],
          $29::bigint[], $30::bigint[], $31::boolean[])
          AS w (series_id, at, location, shard, attempts, started, due, elsewhere)
        WHERE NOT EXISTS (SELECT FROM results r
          WHERE r.series_id = w.series_id AND r.attempt = 0 AND r.at = w.at)
        ON CONFLICT (series_id, at) DO UPDATE SET location = excluded.location,
          shard = excluded.shard, attempts = excluded.attempts, due_ms = excluded.due_ms
          WHERE o.attempts < excluded.attempts),
      told AS (
        SELECT count(pg_notify('belfry_runs', w.location || ':' || w.shard)) AS told
        FROM me, unnest($26::text[], $27::smallint[], $31::boolean[])
          AS w (location, shard, elsewhere) WHERE w.elsewhere),
      ended AS (
        DELETE FROM open_runs o
        USING me, unnest($32::int[], $33::bigint[]) AS e (series_id, at)
        WHERE o.series_id = e.series_id AND o.at = e.at),
      stated AS (
        INSERT INTO series_states AS t (series_id, verdict, since_ms, certificate_expires_ms)
        SELECT n.* FROM me, unnest($34::int[], $35::smallint[], $36::bigint[], $37::bigint[]) AS n
        ON CONFLICT (series_id) DO UPDATE SET verdict = excluded.verdict,
          since_ms = CASE WHEN t.verdict = excluded.verdict THEN t.since_ms
            ELSE excluded.since_ms END,
          certificate_expires_ms = excluded.certificate_expires_ms
          WHERE excluded.since_ms >= t.since_ms
            AND (t.verdict, t.certificate_expires_ms)
              IS DISTINCT FROM (excluded.verdict, excluded.certificate_expires_ms)),
      marked AS (
        UPDATE shards s SET watermark = m.watermark
        FROM me, unnest($38::text[], $39::smallint[], $40::bigint[])
          AS m (location, shard, watermark)
        WHERE s.location = m.location AND s.shard = m.shard AND s.owner = me.id
          AND s.watermark < m.watermark),
      ended_now AS MATERIALIZED (
        SELECT w.series_id, w.at, s.check_id, s.location, w.verdict
        FROM written w JOIN series s ON s.id = w.series_id WHERE w.attempt = 0 AND $41),
      matters AS (
        SELECT e.series_id, e.at, e.check_id, e.location FROM ended_now e
        WHERE e.check_id IN (SELECT b.check_id FROM ended_now b WHERE b.verdict IN (1, 2))
          OR EXISTS (SELECT FROM alert_states t WHERE t.check_id = e.check_id))
      SELECT (SELECT count(*) FROM me), (SELECT told FROM told), (SELECT found FROM ill), m.*
      FROM (VALUES (1)) AS one LEFT JOIN matters m ON true""";

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
    boolean hasFailure =
        batch.results.stream()
            .anyMatch(
                row ->
                    row.attempt() == 0
                        && row.verdict() != Verdict.PASSED
                        && row.verdict().isConclusive());
    return hasFailure
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
