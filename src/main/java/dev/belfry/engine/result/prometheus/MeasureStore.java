package dev.belfry.engine.result.prometheus;

import dev.belfry.engine.result.RollUpProgress;
import dev.belfry.engine.result.SumStatement;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Reads what metrics show of checks. Futures fail when the database is away. */
final class MeasureStore {
  private static final String CHECKS =
      """
      WITH page AS MATERIALIZED (
        SELECT c.id, c.check_type, c.group_id, c.settings FROM checks c
        WHERE c.account_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3),
      pinged AS MATERIALIZED (
        SELECT s.id, s.check_id FROM page c JOIN series s ON s.check_id = c.id
        WHERE c.settings ? 'heartbeat'),
      pings AS MATERIALIZED (
        SELECT w.check_id, r.at FROM pinged w JOIN result_series k ON k.series_id = w.id
        CROSS JOIN LATERAL (
          SELECT r.at FROM results r
          WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.verdict = 0
          ORDER BY r.at DESC LIMIT 1) AS r)
      SELECT c.id, c.check_type, c.settings ->> 'name', e.activated, e.muted,
        g.settings ->> 'name', e.tags, request_target(c.settings -> 'request'),
        (c.settings -> 'heartbeat')::text,
        (SELECT max(p.at) FROM pings p WHERE p.check_id = c.id)
      FROM page c LEFT JOIN check_groups g ON g.id = c.group_id
        CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
      ORDER BY c.id""";

  private static final String TOTALS =
      SqlResource.read(MeasureStore.class, "totals.sql")
          .replace("{sums}", SumStatement.withPhases("$4"));

  private final Database database;

  MeasureStore(Database database) {
    this.database = database;
  }

  /** The next checks of an account in the order of their ids. */
  Future<List<MeasuredCheck>> next(UUID account, UUID after, int limit) {
    return database
        .read(CHECKS, Tuple.of(account, after, limit))
        .map(rows -> Rows.list(rows, MeasuredCheck::of));
  }

  /**
   * The totals of these checks, a row for each location.
   *
   * @param now milliseconds since 1970
   */
  Future<List<LocationTotals>> totals(UUID account, List<UUID> checks, long now) {
    return RollUpProgress.hour(database)
        .compose(
            summed ->
                database.read(
                    TOTALS,
                    Tuple.of(account, checks.toArray(UUID[]::new), now + TimeRange.HOUR, summed)
                        .addLong(now - TimeRange.HOUR)))
        .map(rows -> Rows.list(rows, LocationTotals::of));
  }
}
