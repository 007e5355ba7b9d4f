package dev.belfry.run;

import dev.belfry.cluster.Lease;
import dev.belfry.cluster.ShardKey;
import dev.belfry.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The engine's SQL. */
final class PgRunStore implements RunStore {
  private static final String SERIES =
      "SELECT s.id, s.check_id, s.location, s.shard, v.from_ms, v.until_ms, v.period_ms, v.phase_ms, "
          + SpecReader.COLUMNS;

  private static final String JOINS =
      """
       JOIN checks c ON c.id = s.check_id LEFT JOIN check_groups g ON g.id = c.group_id
      """;

  private static final String OF_SHARDS =
      """
       FROM unnest($1::text[], $2::smallint[], $3::bigint[]) AS w (location, shard, since)
      JOIN series s ON s.location = w.location AND s.shard = w.shard
      """;

  private static final String LOAD =
      SERIES
          + OF_SHARDS
          + """
            JOIN schedules v ON v.series_id = s.id
              AND (v.until_ms IS NULL OR v.until_ms > w.since)"""
          + JOINS
          + "ORDER BY s.id, v.from_ms";

  /** The bound on all of them is there for the planner, who leaves older partitions out for it. */
  private static final String DONE =
      "SELECT r.series_id, r.at"
          + OF_SHARDS
          + "JOIN results r ON r.series_id = s.id AND r.attempt = 0 AND r.at > w.since AND r.at > $4"
          + " UNION ALL SELECT o.series_id, o.at"
          + OF_SHARDS
          + "JOIN open_runs o ON o.series_id = s.id AND o.at > w.since ORDER BY 1, 2";

  /** A run may take ten minutes with its retries; older versions no longer matter to anything. */
  private static final String LOAD_CHECKS =
      SERIES
          + " FROM series s JOIN schedules v ON v.series_id = s.id"
          + " AND (v.until_ms IS NULL OR v.until_ms > epoch_millis() - 900000)"
          + JOINS
          + "WHERE s.check_id = ANY ($1) ORDER BY s.id, v.from_ms";

  private static final String OPEN_RUNS =
      "SELECT o.series_id, s.check_id, s.location, s.shard, o.location, o.shard, o.at, o.attempts,"
          + " o.started_ms, o.due_ms, "
          + SpecReader.COLUMNS
          + """
             FROM unnest($1::text[], $2::smallint[]) AS w (location, shard)
            JOIN open_runs o ON o.location = w.location AND o.shard = w.shard
            JOIN series s ON s.id = o.series_id"""
          + JOINS;

  /**
   * Everything or nothing: no row is written by an instance that has been fenced, and the lock on
   * its row keeps it from being fenced until this is done, though not from beating. Rows that are
   * there already are left alone, so that a batch whose answer was lost can be sent again; a run
   * that another instance has ended meanwhile is not opened again by that.
   */
  static final String WRITE =
      """
      WITH me AS MATERIALIZED (
        SELECT id FROM instances WHERE id = $1 AND fenced_at IS NULL FOR KEY SHARE),
      written AS (
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        SELECT r.* FROM me, unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::smallint[],
          $7::smallint[], $8::smallint[], $9::smallint[], $10::smallint[], $11::smallint[],
          $12::smallint[], $13::smallint[], $14::smallint[]) AS r
        ON CONFLICT DO NOTHING),
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
          AND s.watermark < m.watermark)
      SELECT (SELECT count(*) FROM me), (SELECT told FROM told)""";

  private static final String PARTITIONS =
      "SELECT make_partitions(day) FROM unnest($1::int[]) AS day";

  private final Database database;
  private final SpecReader specs = new SpecReader();

  /** Days that have partitions, until something fails: an old one may have been dropped since. */
  private final Set<Integer> days = new HashSet<>();

  /**
   * @param database whose time-out gives it time for what many monitors need
   */
  PgRunStore(Database database) {
    this.database = database;
  }

  @Override
  public Future<List<SeriesRow>> load(List<Lease> leases) {
    Long[] since =
        leases.stream()
            .map(lease -> lease.watermark() - Scheduler.LATE_CHANGE_MILLIS)
            .toArray(Long[]::new);
    long earliest = leases.stream().mapToLong(Lease::watermark).min().orElse(0);
    Tuple shards = shards(leases.stream().map(Lease::key).toList()).addArrayOfLong(since);
    Tuple bounded =
        shards(leases.stream().map(Lease::key).toList())
            .addArrayOfLong(since)
            .addLong(earliest - Scheduler.LATE_CHANGE_MILLIS);
    return database
        .query(DONE, bounded)
        .compose(done -> database.query(LOAD, shards).map(rows -> series(rows, done(done))));
  }

  @Override
  public Future<List<SeriesRow>> loadChecks(Collection<UUID> checks) {
    return database
        .query(LOAD_CHECKS, Tuple.tuple().addArrayOfUUID(checks.toArray(UUID[]::new)))
        .map(rows -> series(rows, Map.of()));
  }

  @Override
  public Future<List<OpenRunRow>> openRuns(List<ShardKey> shards) {
    return database
        .query(OPEN_RUNS, shards(shards))
        .map(
            rows -> {
              List<OpenRunRow> open = new ArrayList<>(rows.size());
              rows.forEach(row -> open.add(openRun(row)));
              return open;
            });
  }

  @Override
  public Future<Boolean> write(long instance, Batch batch) {
    Set<Integer> unknown = BatchColumns.days(batch);
    unknown.removeAll(days);
    Future<?> partitions =
        unknown.isEmpty()
            ? Future.succeededFuture()
            : database
                .query(PARTITIONS, Tuple.tuple().addArrayOfInteger(unknown.toArray(Integer[]::new)))
                .onSuccess(made -> days.addAll(unknown));
    return partitions
        .compose(made -> database.query(WRITE, BatchColumns.of(instance, batch)))
        .onFailure(refused -> days.clear())
        .map(rows -> rows.iterator().next().getLong(0) == 1);
  }

  private List<SeriesRow> series(RowSet<Row> rows, Map<Integer, List<Long>> done) {
    List<SeriesRow> all = new ArrayList<>();
    List<Version> versions = new ArrayList<>();
    Row last = null;
    for (Row row : rows) {
      if (last != null && last.getInteger(0).intValue() != row.getInteger(0).intValue()) {
        all.add(series(last, versions, done));
        versions = new ArrayList<>();
      }
      Long until = row.getLong(5);
      versions.add(
          new Version(
              row.getLong(4),
              until == null ? Version.OPEN : until,
              row.getLong(6),
              row.getLong(7)));
      last = row;
    }
    if (last != null) {
      all.add(series(last, versions, done));
    }
    return all;
  }

  private SeriesRow series(Row row, List<Version> versions, Map<Integer, List<Long>> done) {
    int id = row.getInteger(0);
    return new SeriesRow(
        id,
        row.getUUID(1),
        new ShardKey(row.getString(2), row.getShort(3)),
        specs.read(row, 8),
        versions,
        done.getOrDefault(id, List.of()));
  }

  private static Map<Integer, List<Long>> done(RowSet<Row> rows) {
    Map<Integer, List<Long>> done = new HashMap<>();
    rows.forEach(
        row ->
            done.computeIfAbsent(row.getInteger(0), id -> new ArrayList<>()).add(row.getLong(1)));
    return done;
  }

  private OpenRunRow openRun(Row row) {
    return new OpenRunRow(
        row.getInteger(0),
        row.getUUID(1),
        new ShardKey(row.getString(2), row.getShort(3)),
        new ShardKey(row.getString(4), row.getShort(5)),
        row.getLong(6),
        row.getShort(7),
        row.getLong(8),
        row.getLong(9),
        specs.read(row, 10));
  }

  private static Tuple shards(List<ShardKey> shards) {
    return Tuple.tuple()
        .addArrayOfString(shards.stream().map(ShardKey::location).toArray(String[]::new))
        .addArrayOfShort(shards.stream().map(key -> (short) key.shard()).toArray(Short[]::new));
  }
}
