package dev.belfry.engine.result;

import dev.belfry.engine.result.distribution.ResultDistribution;
import dev.belfry.engine.result.distribution.WorkerCommits;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Partitions;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Runs the SQL of housekeeping. Every statement is short and may be repeated. */
final class HousekeepingStore {
  /** Longer than the pauses between two looks at the lock. */
  private static final String BEGIN =
      "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '30s'";

  private static final String LOCK =
      "SELECT pg_try_advisory_xact_lock(hashtext('belfry.housekeeping'))";

  private static final String MAKE_PARTITIONS =
      "SELECT make_partitions($1 + ahead) FROM generate_series(-1, 3) AS ahead";

  /** Whether results are distributed: then the series that have results are numbers in a table. */
  private static final String IS_DISTRIBUTED = "SELECT " + ResultDistribution.IS_SPREAD;

  /** Numbers are entered half a supply before they run out, since a worker may be away then. */
  private static final String NUMBER_SERIES =
      """
      INSERT INTO result_series (series_id)
      SELECT generate_series(n.last + 1, s.last + $1) FROM
        (SELECT coalesce(max(series_id), 0) AS last FROM result_series) AS n
        CROSS JOIN (SELECT coalesce(max(id), 0) AS last FROM series) AS s
      WHERE n.last < s.last + $1 / 2
      ON CONFLICT DO NOTHING""";

  private static final String PROGRESS =
      "SELECT s.hour, p.packed_day FROM settled_progress s CROSS JOIN result_progress p";

  private static final String PROGRESS_FOR_UPDATE =
      "SELECT hour, next_series, settled_hour IS NOT NULL, "
          + ResultDistribution.IS_SPREAD
          + " FROM result_progress FOR UPDATE SKIP LOCKED";

  private static final String SETTLE =
      "UPDATE result_progress SET settled_hour = NULL, settled_series = NULL";

  /**
   * The time up to which every run is over: a minute before the lowest watermark of the shards with
   * series, and not after an open run or a heartbeat that is due. An open run older than two hours
   * no longer counts, nor does a shard that an agent keeps from moving for a day: one account must
   * not keep the results of all others. Heartbeats have no shard: a ping is stored within seconds.
   */
  private static final String OVER =
      """
      SELECT least(
        (SELECT min(CASE WHEN EXISTS (
              SELECT FROM instances i WHERE i.id = k.owner AND i.agent_key IS NOT NULL)
            THEN greatest(k.watermark, epoch_millis() - 86400000) ELSE k.watermark END) - 60000
          FROM shards k WHERE EXISTS (
          SELECT FROM series s
          WHERE place_of(s.account_id, s.location) = k.location AND s.shard = k.shard)),
        (SELECT min(o.at) FROM open_runs o WHERE o.at > epoch_millis() - 7200000),
        (SELECT min(h.due_at) FROM heartbeats h WHERE h.look_at <= epoch_millis()),
        (SELECT epoch_millis() - 60000 WHERE EXISTS (SELECT FROM heartbeats)))""";

  private static final String MAKE_ROLLUP_PARTITION = "SELECT make_rollup_partition($1)";

  private static final String ROLL_UP =
      SqlResource.read(HousekeepingStore.class, "roll-up.sql")
          .replace("{sums}", SumStatement.withPhases("$1"));

  /** Keeps the trigger, which adds the hours of older programs to totals, from doing it again. */
  private static final String ADDS_TOTALS = "SELECT set_config('belfry.totals', 'added', true)";

  /** By key, since rows of a distributed table have no place that a statement could name. */
  private static final String PRUNE_DAYS =
      """
      WITH old AS MATERIALIZED (
        SELECT d.day, d.series_id FROM result_days d WHERE d.day < $1::bigint / 86400000
        ORDER BY d.day, d.series_id LIMIT $2)
      DELETE FROM result_days d USING old o WHERE d.day = o.day AND d.series_id = o.series_id""";

  private static final String PARTITIONS =
      """
      SELECT c.relname::text, right(c.relname, 8)::date - date '1970-01-01' FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1)""";

  private static final String LEFTOVERS =
      """
      SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = to_regclass($1) AND NOT i.indisvalid""";

  /**
   * Instances and agents that are gone, but for the last of its locations, which says when these
   * were seen last, and for owners of shards: only the row of a fenced owner frees them. An
   * instance without a row is fenced like one with.
   */
  private static final String PRUNE_INSTANCES =
      """
      DELETE FROM instances WHERE id = ANY (ARRAY(
        SELECT i.id FROM (
          SELECT id, fenced_at, max(id) OVER (PARTITION BY locations) AS newest FROM instances) i
        WHERE i.fenced_at < $1 AND (i.id < i.newest OR i.fenced_at < $2)
          AND NOT EXISTS (SELECT FROM shards s WHERE s.owner = i.id)
        LIMIT $3))""";

  private static final String PACKED =
      "UPDATE result_progress SET packed_day = $1 WHERE packed_day < $1";

  private final Database database;

  HousekeepingStore(Database database) {
    this.database = database;
  }

  /**
   * The first hour that readers take from results, in milliseconds since 1970, and the first
   * unpacked day.
   */
  record Progress(long hour, int packedDay) {}

  /** A partition and its first day, days since 1970. */
  record Partition(String name, int day) {}

  /**
   * Runs work under the lock of housekeeping, or does nothing when another instance holds that. The
   * lock belongs to a transaction on a connection of its own, so it ends with that, whatever stands
   * between us and the server.
   *
   * @param work takes what shows the server, now and then, that the lock is still wanted
   */
  Future<Void> whileLocked(Function<Runnable, Future<Void>> work) {
    return database.connection(
        connection ->
            connection
                .query(BEGIN)
                .execute()
                .compose(begun -> connection.query(LOCK).execute())
                .compose(
                    rows ->
                        rows.iterator().next().getBoolean(0)
                            ? work.apply(() -> connection.query("SELECT").execute())
                            : Future.succeededFuture())
                .eventually(() -> connection.query("ROLLBACK").execute()));
  }

  Future<Void> makePartitions(int today) {
    return database.query(MAKE_PARTITIONS, Tuple.of(today)).mapEmpty();
  }

  /** Enters numbers of series ahead of time where results are distributed. */
  Future<Void> numberSeries() {
    return database
        .query(IS_DISTRIBUTED, Tuple.tuple())
        .compose(
            rows ->
                rows.iterator().next().getBoolean(0)
                    ? database
                        .query(NUMBER_SERIES, Tuple.of(ResultDistribution.SERIES_AHEAD))
                        .mapEmpty()
                    : Future.succeededFuture());
  }

  Future<Progress> progress() {
    return database
        .query(PROGRESS, Tuple.tuple())
        .map(rows -> rows.iterator().next())
        .map(row -> new Progress(row.getLong(0), row.getInteger(1)));
  }

  /**
   * Rolls up one hour of some series. Returns false when no past hour is left, another instance is
   * rolling up, or a worker lacks what was committed.
   */
  Future<Boolean> rollUp(int series) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(PROGRESS_FOR_UPDATE)
                .execute()
                .map(rows -> Rows.first(rows, row -> row))
                .compose(
                    next ->
                        next.isEmpty()
                            ? Future.succeededFuture(false)
                            : rollUp(connection, next.get(), series)));
  }

  private static Future<Boolean> rollUp(SqlConnection connection, Row next, int series) {
    long hour = next.getLong(0);
    return connection
        .preparedQuery(OVER)
        .execute()
        .map(rows -> Optional.ofNullable(rows.iterator().next().getLong(0)))
        .compose(
            over ->
                settled(connection, next)
                    .compose(
                        settled ->
                            settled && over.isPresent() && over.get() >= hour + TimeRange.HOUR
                                ? rollUpHour(connection, next, series).map(true)
                                : Future.succeededFuture(false)));
  }

  /**
   * Whether every worker has the results and roll-ups that were committed before; if so, readers
   * may take those roll-ups. Without that, results would be missing from the next roll-up too.
   */
  private static Future<Boolean> settled(SqlConnection connection, Row next) {
    if (!next.getBoolean(3)) {
      return Future.succeededFuture(true);
    }
    return WorkerCommits.complete(connection)
        .compose(
            complete ->
                complete && next.getBoolean(2)
                    ? connection.preparedQuery(SETTLE).execute().map(true)
                    : Future.succeededFuture(complete));
  }

  private static Future<Void> rollUpHour(SqlConnection connection, Row next, int series) {
    long hour = next.getLong(0);
    return connection
        .preparedQuery(MAKE_ROLLUP_PARTITION)
        .execute(Tuple.of(hour))
        .compose(made -> connection.preparedQuery(ADDS_TOTALS).execute())
        .compose(
            set ->
                connection
                    .preparedQuery(ROLL_UP)
                    .execute(Tuple.of(hour, next.getInteger(1), series, next.getBoolean(3))))
        .mapEmpty();
  }

  /** The partitions of a table. */
  Future<List<Partition>> partitions(String table) {
    return database
        .query(PARTITIONS, Tuple.of(table))
        .map(rows -> Rows.list(rows, row -> new Partition(row.getString(0), row.getInteger(1))));
  }

  /** Drops a partition. Fails when other statements would have to wait for that. */
  Future<Void> drop(Partition partition) {
    return Partitions.drop(database, partition.name());
  }

  /** Rebuilds the index of a partition that gets no more rows, with full pages. */
  Future<Void> pack(Partition partition) {
    return database
        .query(LEFTOVERS, Tuple.of(partition.name()))
        .compose(
            leftovers -> {
              Future<Void> clean = Future.succeededFuture();
              for (Row leftover : leftovers) {
                String drop = "DROP INDEX IF EXISTS \"" + leftover.getString(0) + '"';
                clean = clean.compose(done -> database.query(drop, Tuple.tuple()).mapEmpty());
              }
              return clean;
            })
        .compose(
            clean ->
                database
                    .query(
                        "REINDEX INDEX CONCURRENTLY \"" + partition.name() + "_pkey\"",
                        Tuple.tuple())
                    .mapEmpty());
  }

  Future<Void> packed(int day) {
    return database.query(PACKED, Tuple.of(day)).mapEmpty();
  }

  /**
   * Deletes at most so many rows per table that ended before a time, milliseconds since 1970.
   *
   * @param recent the same for the hours of accounts
   * @param gone the same for instances that others have followed
   */
  Future<Void> prune(long before, long recent, long gone, int rows) {
    return database
        .query(PRUNE_DAYS, Tuple.of(before, rows))
        .compose(done -> delete("account_hours", "hour < $1", recent, rows))
        .compose(done -> delete("schedules", "until_ms < $1", before, rows))
        .compose(done -> database.query(PRUNE_INSTANCES, Tuple.of(gone, before, rows)))
        .mapEmpty();
  }

  private Future<Void> delete(String table, String condition, long before, int rows) {
    String delete =
        "DELETE FROM %1$s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE %2$s LIMIT $2))"
            .formatted(table, condition.replace("$1", "$1::bigint"));
    return database.query(delete, Tuple.of(before, rows)).mapEmpty();
  }
}
