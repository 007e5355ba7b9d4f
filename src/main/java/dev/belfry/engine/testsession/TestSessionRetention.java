package dev.belfry.engine.testsession;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/**
 * Deletes old test sessions: after 31 days, those that are not recorded after an hour, and of each
 * account those beyond the newest 1,000 sessions or 20,000 runs.
 */
public final class TestSessionRetention implements MaintenanceTask {
  private static final Duration KEPT = Duration.ofDays(31);
  private static final Duration UNRECORDED_KEPT = Duration.ofHours(1);
  private static final int MOST_SESSIONS = 1_000;
  private static final int MOST_RUNS = 20_000;
  private static final int AT_ONCE = 500;

  private static final String DELETE =
      """
      DELETE FROM test_sessions WHERE id IN (
        SELECT id FROM (
          SELECT id, started_ms, recorded,
            row_number() OVER newest AS sessions, sum(checks) OVER newest AS runs
          FROM test_sessions
          WINDOW newest AS (PARTITION BY account_id ORDER BY started_ms DESC, id DESC)) AS s
        WHERE started_ms < $1 OR (NOT recorded AND started_ms < $2) OR sessions > $3 OR runs > $4
        LIMIT $5)""";

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return database
        .query(
            DELETE,
            Tuple.of(
                nowMillis - KEPT.toMillis(),
                nowMillis - UNRECORDED_KEPT.toMillis(),
                MOST_SESSIONS,
                MOST_RUNS,
                AT_ONCE))
        .compose(
            rows ->
                rows.rowCount() < AT_ONCE ? Future.succeededFuture() : round(database, nowMillis));
  }
}
