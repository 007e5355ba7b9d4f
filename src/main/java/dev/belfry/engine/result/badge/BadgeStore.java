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
  /** The longest response time of the newest runs of each check of {@code members}. */
  private static final String NEWEST =
      """
      places AS MATERIALIZED (
        SELECT s.id, s.check_id FROM members m JOIN series s ON s.check_id = m.id
        JOIN schedules k ON k.series_id = s.id AND k.until_ms IS NULL),
      newest AS MATERIALIZED (
        SELECT r.response_us FROM places w JOIN result_series k ON k.series_id = w.id
        CROSS JOIN LATERAL (SELECT r.response_us, r.status, r.reason FROM results r
          WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.at < $2
          ORDER BY r.at DESC LIMIT 1) AS r
        WHERE is_answered(r.status, r.reason))
      """;

  private static final String CHECK =
      """
      WITH members AS MATERIALIZED (SELECT $1::uuid AS id),
      %s
      SELECT c.settings ->> 'name', e.activated,
        (SELECT v.verdict FROM check_verdicts v WHERE v.check_id = c.id)::int,
        (SELECT max(n.response_us) FROM newest n)
      FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
      CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
      WHERE c.id = $1"""
          .formatted(NEWEST);

  /** Leaves out paused members. The group's own switch is that of a member that sets none. */
  private static final String GROUP =
      """
      WITH members AS MATERIALIZED (
        SELECT c.id FROM checks c CROSS JOIN LATERAL effective_settings(c.settings, NULL) AS e
        WHERE c.group_id = $1 AND e.activated),
      %s
      SELECT g.settings ->> 'name', e.activated,
        (SELECT max((SELECT v.verdict FROM check_verdicts v WHERE v.check_id = m.id)::int)
          FROM members m),
        (SELECT max(n.response_us) FROM newest n)
      FROM check_groups g CROSS JOIN LATERAL effective_settings('{}', g.settings) AS e
      WHERE g.id = $1"""
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
