package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Reads how the checks and groups are that others depend on, and wakes those that a failure held.
 * States of parents are read without a lock: a check waits a period of its parents before it
 * speaks, and is looked at again, so that a state that is being written is not missed for long.
 */
final class ParentStore {
  /**
   * Each parent is judged once. One that is not active has no period and does not count, since
   * nothing would end its failure; nor does a failure without a failed run of late. A group fails
   * when all of its active checks do.
   */
  private static final String PARENTS =
      """
      WITH wanted AS MATERIALIZED (
        SELECT c.id, d.parent_check_id, d.parent_group_id
          FROM checks c JOIN dependencies d ON d.check_id = c.id WHERE c.id = ANY ($1)
        UNION
        SELECT c.id, d.parent_check_id, d.parent_group_id
          FROM checks c JOIN dependencies d ON d.group_id = c.group_id WHERE c.id = ANY ($1)),
      parents AS MATERIALIZED (
        SELECT DISTINCT w.parent_check_id, w.parent_group_id FROM wanted w),
      watched AS MATERIALIZED (
        SELECT p.*, c.id, c.settings, g.settings AS shared
          FROM parents p JOIN checks c ON c.id = p.parent_check_id
            LEFT JOIN check_groups g ON g.id = c.group_id
        UNION ALL
        SELECT p.*, c.id, c.settings, g.settings
          FROM parents p JOIN check_groups g ON g.id = p.parent_group_id
            JOIN checks c ON c.group_id = g.id),
      judged AS MATERIALIZED (
        SELECT w.parent_check_id, w.parent_group_id, max(v.period) AS period,
          bool_and(EXISTS (
            SELECT FROM alert_states t WHERE t.check_id = w.id
              AND (t.state #>> '{notice,level}' = 'FAILED' OR (t.state #>> '{failed,runs}')::int > 0)
              AND (w.settings ? 'heartbeat' OR EXISTS (
                SELECT FROM series s JOIN results r ON r.series_id = s.id
                WHERE s.check_id = w.id AND r.attempt = 0 AND r.verdict = 2
                  AND r.at > (SELECT epoch_millis()) - greatest(3 * v.period, 900000))))) AS failing
        FROM watched w
          CROSS JOIN LATERAL period_of_check(w.id, w.settings, w.shared) AS v (period)
        WHERE v.period IS NOT NULL
        GROUP BY w.parent_check_id, w.parent_group_id)
      SELECT w.id, coalesce(period_of_check(c.id, c.settings, o.settings), 0), j.parent_check_id,
        j.parent_group_id, coalesce(p.settings ->> 'name', g.settings ->> 'name'), j.failing, j.period
      FROM wanted w JOIN checks c ON c.id = w.id LEFT JOIN check_groups o ON o.id = c.group_id
        JOIN judged j ON j.parent_check_id IS NOT DISTINCT FROM w.parent_check_id
          AND j.parent_group_id IS NOT DISTINCT FROM w.parent_group_id
        LEFT JOIN checks p ON p.id = j.parent_check_id
        LEFT JOIN check_groups g ON g.id = j.parent_group_id
      ORDER BY w.id, NOT j.failing, j.parent_check_id, j.parent_group_id""";

  private static final String ENDED =
      """
      SELECT f.id, f.check_id, f.reached FROM ended_failures f ORDER BY f.id LIMIT 1
      FOR UPDATE SKIP LOCKED""";

  /** In the order of ids, in which everybody else locks states. */
  private static final String WAKE =
      """
      WITH parents AS MATERIALIZED (SELECT c.id, c.group_id FROM checks c WHERE c.id = $1),
      named AS MATERIALIZED (
        SELECT d.check_id, d.group_id FROM parents p
          JOIN dependencies d ON d.parent_check_id = p.id
        UNION
        SELECT d.check_id, d.group_id FROM parents p
          JOIN dependencies d ON d.parent_group_id = p.group_id),
      dependents AS MATERIALIZED (
        SELECT n.check_id AS id FROM named n WHERE n.check_id IS NOT NULL
        UNION
        SELECT c.id FROM named n JOIN checks c ON c.group_id = n.group_id),
      held AS MATERIALIZED (
        SELECT t.check_id FROM alert_states t JOIN dependents d ON d.id = t.check_id
        WHERE ($2::uuid IS NULL OR t.check_id > $2) AND t.due_ms > (SELECT epoch_millis())
        ORDER BY t.check_id LIMIT $3 FOR UPDATE OF t),
      woken AS (
        UPDATE alert_states t SET due_ms = (SELECT epoch_millis()) FROM held h
        WHERE t.check_id = h.check_id AND t.due_ms > (SELECT epoch_millis()))
      SELECT h.check_id FROM held h ORDER BY h.check_id""";

  private static final String REACHED = "UPDATE ended_failures SET reached = $2 WHERE id = $1";
  private static final String DONE = "DELETE FROM ended_failures WHERE id = $1";

  /** Adds what they depend on to checks that depend on something; fails when the database does. */
  Future<Map<UUID, CheckContext>> addTo(Map<UUID, CheckContext> checks, SqlConnection connection) {
    UUID[] dependents =
        checks.values().stream()
            .filter(CheckContext::isDependent)
            .map(CheckContext::checkId)
            .toArray(UUID[]::new);
    return dependents.length == 0
        ? Future.succeededFuture(checks)
        : connection
            .preparedQuery(PARENTS)
            .execute(Tuple.tuple().addArrayOfUUID(dependents))
            .map(
                rows -> {
                  rows.forEach(
                      row -> checks.computeIfPresent(row.getUUID(0), (id, one) -> with(one, row)));
                  return checks;
                });
  }

  /** The failing parents come first. */
  private static CheckContext with(CheckContext check, Row row) {
    boolean failing = row.getBoolean(5);
    ParentState before = check.parents();
    Holder holder =
        failing && check.holder() == null
            ? new Holder(
                row.getUUID(2), row.getLong(3), Objects.requireNonNullElse(row.getString(4), ""))
            : check.holder();
    return check.with(
        ParentState.of(
            failing || before.failing(),
            Math.max(before.waitMillis(), row.getLong(6)),
            row.getLong(1)),
        holder);
  }

  /**
   * Makes due some of the checks that a failure may have held that has ended; fails when the
   * database does.
   *
   * @return false when no failure has ended
   */
  Future<Boolean> wake(SqlConnection connection, int most) {
    return connection
        .preparedQuery(ENDED)
        .execute()
        .compose(
            rows -> {
              if (rows.size() == 0) {
                return Future.succeededFuture(false);
              }
              Row ended = rows.iterator().next();
              return connection
                  .preparedQuery(WAKE)
                  .execute(Tuple.of(ended.getUUID(1), ended.getUUID(2), most))
                  .compose(
                      woken ->
                          goOn(
                              connection,
                              ended.getLong(0),
                              Rows.list(woken, row -> row.getUUID(0)),
                              most))
                  .map(true);
            });
  }

  private static Future<Void> goOn(
      SqlConnection connection, long ended, List<UUID> woken, int most) {
    return (woken.size() < most
            ? connection.preparedQuery(DONE).execute(Tuple.of(ended))
            : connection
                .preparedQuery(REACHED)
                .execute(Tuple.of(ended, woken.get(woken.size() - 1))))
        .mapEmpty();
  }
}
