package dev.belfry.engine.result.badge;

import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the state of checks and groups for badges, which need no account. */
final class BadgeStore {
  private static final String NEWEST =
      """
      (SELECT max(r.response_us) FROM series s
        LEFT JOIN schedules k ON k.series_id = s.id AND k.until_ms IS NULL
        CROSS JOIN LATERAL (SELECT r.response_us, r.status, r.reason FROM results r
          WHERE r.series_id = s.id AND r.attempt = 0 AND r.at < $2
          ORDER BY r.at DESC LIMIT 1) AS r
        WHERE s.check_id = c.id AND k.series_id IS NOT NULL AND is_answered(r.status, r.reason))
      """;

  private static final String CHECK =
      """
      SELECT c.settings ->> 'name', e.activated,
        (SELECT v.verdict FROM check_verdicts v WHERE v.check_id = c.id)::int,
        %s
      FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
      CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
      WHERE c.id = $1"""
          .formatted(NEWEST);

  /** Leaves out paused members. The group's own switch is that of a member that sets none. */
  private static final String GROUP =
      """
      SELECT g.settings ->> 'name', e.activated, max(c.verdict), max(c.newest)
      FROM check_groups g CROSS JOIN LATERAL effective_settings('{}', g.settings) AS e
      LEFT JOIN LATERAL (
        SELECT (SELECT v.verdict FROM check_verdicts v WHERE v.check_id = c.id)::int AS verdict,
          %s AS newest
        FROM checks c CROSS JOIN LATERAL effective_settings(c.settings, NULL) AS e
        WHERE c.group_id = g.id AND e.activated
      ) AS c ON true
      WHERE g.id = $1 GROUP BY g.id, e.activated"""
          .formatted(NEWEST);

  private final Database database;

  BadgeStore(Database database) {
    this.database = database;
  }

  /** The state of a check or group. The response time is the longest of the newest runs. */
  record Subject(
      String name, boolean active, @Nullable Verdict verdict, @Nullable Integer responseMicros) {

    static Subject of(Row row) {
      Integer verdict = row.getInteger(2);
      return new Subject(
          row.getString(0),
          row.getBoolean(1),
          verdict == null ? null : Verdict.of(verdict),
          row.getInteger(3));
    }
  }

  /** A check, by its runs with slots before {@code until}, milliseconds since 1970. */
  Future<Optional<Subject>> check(UUID id, long until) {
    return database.read(CHECK, Tuple.of(id, until)).map(rows -> Rows.first(rows, Subject::of));
  }

  /** A group, as {@link #check}. */
  Future<Optional<Subject>> group(long id, long until) {
    return database.read(GROUP, Tuple.of(id, until)).map(rows -> Rows.first(rows, Subject::of));
  }
}
