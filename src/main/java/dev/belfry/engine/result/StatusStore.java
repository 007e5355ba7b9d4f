package dev.belfry.engine.result;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the present status of checks from Postgres. */
final class StatusStore {
  /**
   * Some checks and one pass over their series, each with its newest result. Locations that a check
   * has left count only while it runs nowhere, because it is paused. The last day is searched
   * first, since most series have run in it. $2 is the time, $3 the day.
   */
  private static final String SELECT =
      """
      WITH page AS MATERIALIZED (
        SELECT c.id, c.settings ->> 'name' AS name, c.created_at, c.updated_at
        FROM checks c WHERE c.account_id = $1 AND %s)
      SELECT p.id, p.name, p.created_at, p.updated_at, n.verdict::int, n.last_verdict::int, n.at,
        n.location, n.fastest, n.slowest, n.expires
      FROM page p
      LEFT JOIN (
        SELECT s.check_id,
          coalesce(max(t.verdict) FILTER (WHERE k.series_id IS NOT NULL), max(t.verdict)) AS verdict,
          (array_agg(r.verdict ORDER BY k.series_id IS NULL, r.at DESC NULLS LAST))[1] AS last_verdict,
          (array_agg(r.at ORDER BY k.series_id IS NULL, r.at DESC NULLS LAST))[1] AS at,
          (array_agg(s.location ORDER BY k.series_id IS NULL, r.at DESC NULLS LAST))[1] AS location,
          least(min(d.fastest_us), min(e.fastest_us),
            min(r.response_us) FILTER (WHERE r.status > 0)) AS fastest,
          greatest(max(d.slowest_us), max(e.slowest_us),
            max(r.response_us) FILTER (WHERE r.status > 0)) AS slowest,
          coalesce(min(t.certificate_expires_ms) FILTER (WHERE k.series_id IS NOT NULL),
            min(t.certificate_expires_ms)) AS expires
        FROM page g
        JOIN series s ON s.check_id = g.id
        LEFT JOIN schedules k ON k.series_id = s.id AND k.until_ms IS NULL
        LEFT JOIN series_states t ON t.series_id = s.id
        LEFT JOIN result_days d ON d.series_id = s.id AND d.day = $3
        LEFT JOIN result_days e ON e.series_id = s.id AND e.day = $3 - 1
        LEFT JOIN LATERAL (
          (SELECT r.at, r.verdict, r.response_us, r.status FROM results r
            WHERE r.series_id = s.id AND r.attempt = 0
              AND r.at < $2::bigint AND r.at >= $2 - 86400000::bigint
            ORDER BY r.at DESC LIMIT 1)
          UNION ALL
          (SELECT r.at, r.verdict, r.response_us, r.status FROM results r
            WHERE r.series_id = s.id AND r.attempt = 0 AND r.at < $2 - 86400000::bigint
            ORDER BY r.at DESC LIMIT 1)
          LIMIT 1
        ) AS r ON true
        GROUP BY s.check_id
      ) AS n ON n.check_id = p.id
      ORDER BY p.id""";

  private static final String NEXT = SELECT.formatted("c.id > $4 ORDER BY c.id LIMIT $5");
  private static final String READ = SELECT.formatted("c.id = $4");
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final Database database;

  StatusStore(Database database) {
    this.database = database;
  }

  /** The next checks of an account in the order of their ids. Fails when the database is away. */
  Future<List<StatusRow>> next(UUID account, UUID after, int limit, long now) {
    return database
        .query(NEXT, parameters(account, now).addUUID(after).addInteger(limit))
        .map(rows -> Rows.list(rows, StatusRow::of));
  }

  Future<Optional<StatusRow>> read(UUID account, UUID check, long now) {
    return database
        .query(READ, parameters(account, now).addUUID(check))
        .map(rows -> Rows.first(rows, StatusRow::of));
  }

  /** Allows an hour for different clocks of instance and database. */
  private static Tuple parameters(UUID account, long now) {
    return Tuple.of(account, now + HOUR, (int) (now / DAY));
  }
}
