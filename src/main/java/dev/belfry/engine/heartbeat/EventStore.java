package dev.belfry.engine.heartbeat;

import dev.belfry.monitoring.check.ResultId;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the events of monitors. Futures fail when the database is away. */
final class EventStore {
  private static final String SERIES =
      "SELECT series_id FROM heartbeats WHERE check_id = $1 AND account_id = $2";

  /** The start of a job is attempt 1. */
  private static final String LIST =
      """
      SELECT r.at, r.series_id, r.attempt, d.detail::text
      FROM (
        (SELECT at, series_id, attempt FROM results WHERE series_id = $1 AND attempt = 0
            AND at >= $2 AND at < $3 ORDER BY at DESC LIMIT $4)
        UNION ALL
        (SELECT at, series_id, attempt FROM results WHERE series_id = $1 AND attempt = 1
            AND at >= $2 AND at < $3 ORDER BY at DESC LIMIT $4)) AS r
      LEFT JOIN result_details d
        ON d.series_id = r.series_id AND d.attempt = r.attempt AND d.at = r.at
      ORDER BY r.at DESC LIMIT $4""";

  private static final String READ =
      """
      SELECT r.at, r.series_id, r.attempt, d.detail::text FROM results r
      LEFT JOIN result_details d
        ON d.series_id = r.series_id AND d.attempt = r.attempt AND d.at = r.at
      WHERE r.series_id = $1 AND r.attempt = $2 AND r.at = $3""";

  /** 2 is the verdict "failed". */
  private static final String COUNT =
      """
      SELECT count(*), count(*) FILTER (WHERE r.verdict <> 2) FROM results r
      WHERE r.series_id = $1 AND r.attempt = 0 AND r.at >= $2 AND r.at < $3""";

  private final Database database;

  EventStore(Database database) {
    this.database = database;
  }

  /** How many beats there were, and how many of them came without a failure. */
  record Beats(long all, long good) {}

  /** The series of a heartbeat monitor; empty when the account has no such monitor. */
  Future<Optional<Integer>> series(UUID account, UUID monitor) {
    return database
        .query(SERIES, Tuple.of(monitor, account))
        .map(rows -> Rows.first(rows, row -> row.getInteger(0)));
  }

  /** Events of a period, newest first. */
  Future<List<EventRow>> list(int series, long from, long to, int limit) {
    return database
        .read(LIST, Tuple.of(series, from, to, limit))
        .map(rows -> Rows.list(rows, EventRow::of));
  }

  Future<Optional<EventRow>> read(int series, ResultId id) {
    return id.seriesId() == series
        ? database
            .query(READ, Tuple.of(series, id.attempt(), id.at()))
            .map(rows -> Rows.first(rows, EventRow::of))
        : Future.succeededFuture(Optional.empty());
  }

  Future<Beats> count(int series, long from, long to) {
    return database
        .read(COUNT, Tuple.of(series, from, to))
        .map(rows -> rows.iterator().next())
        .map(row -> new Beats(row.getLong(0), row.getLong(1)));
  }
}
