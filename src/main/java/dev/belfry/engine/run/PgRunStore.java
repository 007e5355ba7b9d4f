package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.alerting.alert.RaisedAlerts;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores series, open runs and results in Postgres. */
final class PgRunStore implements RunStore {
  private static final String SERIES =
      "SELECT s.id, s.check_id, place_of(s.account_id, s.location), s.shard, v.from_ms, v.until_ms, v.period_ms,"
          + " v.phase_ms, "
          + RunSpecMapper.COLUMNS;

  /** As many as an event loop schedules in a fraction of a second. */
  private static final int PAGE = 5_000;

  private static final String IDS =
      """
      SELECT s.id, w.since
      FROM unnest($1::text[], $2::smallint[], $3::bigint[]) AS w (location, shard, since)
      JOIN series s ON place_of(s.account_id, s.location) = w.location AND s.shard = w.shard
      WHERE s.id > $4 ORDER BY s.id LIMIT $5""";

  private static final String LOAD =
      SERIES
          + """
           FROM unnest($1::int[], $2::bigint[]) AS w (id, since) JOIN series s ON s.id = w.id
          JOIN schedules v ON v.series_id = s.id
            AND (v.until_ms IS NULL OR v.until_ms > w.since)\
          """
          + RunSpecMapper.FROM
          + "ORDER BY s.id, v.from_ms";

  /** The bound on all rows lets the planner leave older partitions out. */
  private static final String DONE =
      """
      WITH ours AS MATERIALIZED (
        SELECT w.id, w.since FROM unnest($1::int[], $2::bigint[]) AS w (id, since)),
      done AS MATERIALIZED (
        SELECT r.series_id, r.at FROM ours w
        JOIN results r ON r.series_id = w.id AND r.attempt = 0 AND r.at > w.since AND r.at > $3)
      SELECT d.series_id, d.at FROM done d
      UNION ALL SELECT o.series_id, o.at
        FROM ours w JOIN open_runs o ON o.series_id = w.id AND o.at > w.since ORDER BY 1, 2""";

  /** A run takes at most ten minutes with its retries, so older versions are not read. */
  private static final String LOAD_CHECKS =
      SERIES
          + " FROM series s JOIN schedules v ON v.series_id = s.id"
          + " AND (v.until_ms IS NULL OR v.until_ms > epoch_millis() - 900000)"
          + RunSpecMapper.FROM
          + "WHERE s.check_id = ANY ($1) ORDER BY s.id, v.from_ms";

  /** Programs of the version before store the slug of a private location without its account. */
  private static final String OPEN_RUNS =
      "SELECT o.series_id, s.check_id, place_of(s.account_id, s.location), s.shard, w.location,"
          + " o.shard, o.at, o.attempts,"
          + " o.started_ms, o.due_ms, "
          + RunSpecMapper.COLUMNS
          + """
           FROM unnest($1::text[], $2::smallint[]) AS w (location, shard)
          JOIN open_runs o ON o.shard = w.shard
            AND o.location IN (w.location, substr(w.location, strpos(w.location, '/') + 1))
          JOIN series s ON s.id = o.series_id
            AND place_of(s.account_id, o.location) = w.location\
          """
          + RunSpecMapper.FROM;

  private static final String PARTITIONS =
      "SELECT make_partitions(day) FROM unnest($1::int[]) AS day";

  private final Database database;
  private final AlertService alerts;
  private final RunSpecMapper specs;

  /** Days that have partitions; cleared after a failure, since an old one may be dropped. */
  private final Set<Integer> days = new HashSet<>();

  /**
   * @param database with a time-out that leaves time to read many monitors
   * @param named whether specifications have the names of their checks
   */
  PgRunStore(Database database, AlertService alerts, boolean named) {
    this.database = database;
    this.alerts = alerts;
    this.specs = new RunSpecMapper(named);
  }

  @Override
  public Future<SeriesPage> load(List<ShardClaim> claims, int after) {
    return ids(claims, after, PAGE)
        .compose(
            ids ->
                stored(claims, ids, Long.MIN_VALUE)
                    .map(stored -> new SeriesPage(mapped(stored), last(ids))));
  }

  private static @Nullable Integer last(List<Row> ids) {
    return ids.size() < PAGE ? null : ids.get(ids.size() - 1).getInteger(0);
  }

  /**
   * All series of shards, with the settings as they are stored.
   *
   * @param doneFrom milliseconds since 1970 before which no slot is told to be accounted for
   */
  Future<List<StoredSeries>> stored(List<ShardClaim> claims, long doneFrom) {
    return ids(claims, 0, Integer.MAX_VALUE).compose(ids -> stored(claims, ids, doneFrom));
  }

  private Future<List<Row>> ids(List<ShardClaim> claims, int after, int most) {
    Tuple page =
        shards(claims.stream().map(ShardClaim::key).toList())
            .addArrayOfLong(claims.stream().map(PgRunStore::since).toArray(Long[]::new))
            .addInteger(after)
            .addInteger(most);
    return database.query(IDS, page).map(rows -> Rows.list(rows, row -> row));
  }

  private static long since(ShardClaim claim) {
    return claim.watermark() - Scheduler.LATE_CHANGE_MILLIS;
  }

  private Future<List<StoredSeries>> stored(List<ShardClaim> claims, List<Row> ids, long doneFrom) {
    Integer[] series = ids.stream().map(row -> row.getInteger(0)).toArray(Integer[]::new);
    Long[] since = ids.stream().map(row -> row.getLong(1)).toArray(Long[]::new);
    long earliest = claims.stream().mapToLong(PgRunStore::since).min().orElse(0);
    Tuple page = Tuple.tuple().addArrayOfInteger(series).addArrayOfLong(since);
    Tuple bounded =
        Tuple.tuple()
            .addArrayOfInteger(series)
            .addArrayOfLong(since)
            .addLong(Math.max(doneFrom, earliest));
    return database
        .query(DONE, bounded)
        .compose(done -> database.query(LOAD, page).map(rows -> series(rows, done(done))));
  }

  private List<SeriesRow> mapped(List<StoredSeries> stored) {
    return stored.stream().map(one -> one.with(specs)).toList();
  }

  @Override
  public Future<List<SeriesRow>> loadChecks(Collection<UUID> checks) {
    return storedChecks(checks).map(this::mapped);
  }

  /** As {@link #loadChecks}, with the settings as they are stored. */
  Future<List<StoredSeries>> storedChecks(Collection<UUID> checks) {
    return database
        .query(LOAD_CHECKS, Tuple.tuple().addArrayOfUUID(checks.toArray(UUID[]::new)))
        .map(rows -> series(rows, Map.of()));
  }

  @Override
  public Future<List<OpenRunRow>> openRuns(List<ShardKey> shards) {
    return storedRuns(shards).map(open -> open.stream().map(one -> one.with(specs)).toList());
  }

  /** As {@link #openRuns}, with the settings as they are stored. */
  Future<List<StoredRun>> storedRuns(List<ShardKey> shards) {
    return database
        .query(OPEN_RUNS, shards(shards))
        .map(rows -> Rows.list(rows, PgRunStore::openRun));
  }

  @Override
  public Future<Boolean> write(long instance, ResultBatch batch) {
    return makePartitions(ResultBatchColumns.days(batch))
        .compose(made -> ResultBatchStatement.executeAlone(database, instance, batch))
        .compose(
            written ->
                written.needsTransaction()
                    ? database.transaction(connection -> write(connection, instance, batch))
                    : Future.succeededFuture(new Outcome(written.accepted(), RaisedAlerts.NOTHING)))
        .onFailure(failed -> days.clear())
        .onSuccess(outcome -> alerts.onCommitted(outcome.raised()))
        .map(Outcome::accepted);
  }

  @Override
  public Future<Boolean> writeMissed(long instance, MissedBatch batch) {
    return makePartitions(MissedStatement.days(batch))
        .compose(made -> MissedStatement.execute(database, instance, batch))
        .onFailure(failed -> days.clear());
  }

  private Future<?> makePartitions(Set<Integer> wanted) {
    Set<Integer> unknown = new HashSet<>(wanted);
    unknown.removeAll(days);
    return unknown.isEmpty()
        ? Future.succeededFuture()
        : database
            .query(PARTITIONS, Tuple.tuple().addArrayOfInteger(unknown.toArray(Integer[]::new)))
            .onSuccess(made -> days.addAll(unknown));
  }

  private record Outcome(boolean accepted, RaisedAlerts raised) {}

  /** Writes results and the alerts that follow from them together, or neither. */
  private Future<Outcome> write(SqlConnection connection, long instance, ResultBatch batch) {
    return ResultBatchStatement.execute(connection, instance, batch)
        .compose(
            written ->
                written.finals().isEmpty()
                    ? Future.succeededFuture(new Outcome(written.accepted(), RaisedAlerts.NOTHING))
                    : alerts
                        .onResults(connection, batch.withoutLate(written.finals()))
                        .map(raised -> new Outcome(true, raised)));
  }

  private static List<StoredSeries> series(RowSet<Row> rows, Map<Integer, List<Long>> done) {
    List<StoredSeries> all = new ArrayList<>();
    List<ScheduleVersion> versions = new ArrayList<>();
    Row last = null;
    for (Row row : rows) {
      if (last != null && last.getInteger(0).intValue() != row.getInteger(0).intValue()) {
        all.add(series(last, versions, done));
        versions = new ArrayList<>();
      }
      Long until = row.getLong(5);
      versions.add(
          new ScheduleVersion(
              row.getLong(4),
              until == null ? ScheduleVersion.OPEN : until,
              row.getLong(6),
              row.getLong(7)));
      last = row;
    }
    if (last != null) {
      all.add(series(last, versions, done));
    }
    return all;
  }

  private static StoredSeries series(
      Row row, List<ScheduleVersion> versions, Map<Integer, List<Long>> done) {
    int id = row.getInteger(0);
    return new StoredSeries(
        id,
        row.getUUID(1),
        new ShardKey(row.getString(2), row.getShort(3)),
        StoredSpec.of(row, 8),
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

  private static StoredRun openRun(Row row) {
    return new StoredRun(
        row.getInteger(0),
        new ShardKey(row.getString(2), row.getShort(3)),
        new ShardKey(row.getString(4), row.getShort(5)),
        row.getLong(6),
        row.getShort(7),
        row.getLong(8),
        row.getLong(9),
        StoredSpec.of(row, 10));
  }

  private static Tuple shards(List<ShardKey> shards) {
    return Tuple.tuple()
        .addArrayOfString(shards.stream().map(ShardKey::location).toArray(String[]::new))
        .addArrayOfShort(shards.stream().map(key -> (short) key.shard()).toArray(Short[]::new));
  }
}
