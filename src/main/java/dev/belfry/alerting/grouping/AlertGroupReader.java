package dev.belfry.alerting.grouping;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads groups. Futures fail when the database is away. */
public final class AlertGroupReader {
  private static final String COLUMNS =
      """
      SELECT g.id, g.channel_id, g.labels::text, g.opened_ms, g.revision, g.repeats, g.told_ms,
        g.closed_ms,
      """;

  private static final String READ =
      COLUMNS
          + """
          n.failing, n.degraded, n.recovered, n.removed,
            (SELECT coalesce(json_agg(m), '[]') FROM (SELECT o.*,
              actor_name(g.account_id, o.acknowledged_by) AS acknowledged_by_name,
              assignee_name(g.account_id, o.assignee) AS assignee_name FROM (
              SELECT x.check_id, x.alert_id, x.name, x.level, x.joined_ms,
                a.context ->> 'CHECK_ERROR_MESSAGE' AS error,
                CASE WHEN x.level IN ('FAILED', 'DEGRADED') THEN (
                  SELECT CASE t.action WHEN 'ACKNOWLEDGE' THEN t.actor END FROM alert_actions t
                  WHERE t.episode = a.episode AND t.action IN ('ACKNOWLEDGE', 'UNACKNOWLEDGE')
                  ORDER BY t.at_ms DESC, t.id DESC LIMIT 1) END AS acknowledged_by,
                CASE WHEN x.level IN ('FAILED', 'DEGRADED') THEN (
                  SELECT (t.state #>> '{notice,attention,snoozedUntil}')::bigint
                  FROM alert_states t WHERE t.check_id = x.check_id
                    AND (t.state #>> '{notice,attention,snoozedUntil}')::bigint
                      > (SELECT epoch_millis())) END AS snoozed_ms,
                CASE WHEN x.level IN ('FAILED', 'DEGRADED') THEN (
                  SELECT t.assignee FROM alert_actions t
                  WHERE t.episode = a.episode AND t.action IN ('ASSIGN', 'UNASSIGN')
                  ORDER BY t.at_ms DESC, t.id DESC LIMIT 1) END AS assignee
              FROM (SELECT * FROM members_of_alert_group(g.id, g.channel_id) AS y
                ORDER BY array_position('{FAILED,DEGRADED,RECOVERED,REMOVED}', y.level), y.name,
                  y.check_id LIMIT $3) AS x
              LEFT JOIN alerts a ON a.id = x.alert_id
              ORDER BY array_position('{FAILED,DEGRADED,RECOVERED,REMOVED}', x.level), x.name,
                x.check_id) AS o) AS m)::text
          FROM alert_groups g CROSS JOIN LATERAL (
            SELECT count(*) FILTER (WHERE level = 'FAILED')::int AS failing,
              count(*) FILTER (WHERE level = 'DEGRADED')::int AS degraded,
              count(*) FILTER (WHERE level = 'RECOVERED')::int AS recovered,
              count(*) FILTER (WHERE level = 'REMOVED')::int AS removed
            FROM members_of_alert_group(g.id, g.channel_id)) AS n
          WHERE g.account_id = $1 AND g.id = $2""";

  /** The counts are those of the last look, since a list may have many large groups. */
  private static final String LIST =
      COLUMNS
          + """
          g.failing, g.degraded, g.recovered, 0, '[]'
          FROM alert_groups g WHERE g.account_id = $1
            AND ($2::bigint IS NULL OR g.channel_id = $2)
            AND ($3::boolean IS NULL OR (g.closed_ms IS NULL) = $3)
            AND ($4::uuid IS NULL OR (g.opened_ms, g.id) <=
              (SELECT n.opened_ms, n.id FROM alert_groups n WHERE n.id = $4 AND n.account_id = $1))
          ORDER BY g.opened_ms DESC, g.id DESC LIMIT $5""";

  private static final String EVENTS = SqlResource.read(AlertGroupReader.class, "group-events.sql");

  private final Database database;

  /** Creates it. */
  public AlertGroupReader(Database database) {
    this.database = database;
  }

  /** A group with its members, {@code most} at most; empty when there is none. */
  public Future<Optional<AlertGroup>> read(UUID account, UUID id, int most) {
    return database
        .query(READ, Tuple.of(account, id, most))
        .map(rows -> Rows.first(rows, AlertGroup::of));
  }

  /**
   * What happened to a group, newest first; empty when there is no such group.
   *
   * @param start id of the first event, null for the newest
   */
  Future<Optional<List<GroupEvent>>> events(
      UUID account, UUID id, @Nullable UUID start, int limit) {
    return database
        .query(EVENTS, Tuple.of(account, id, start, limit))
        .map(rows -> Rows.joined(rows, GroupEvent::of));
  }

  /**
   * Groups without their members, newest first.
   *
   * @param channel null for all channels of the account
   * @param open whether they are open, null for both
   * @param start id of the first group, null for the newest
   */
  Future<List<AlertGroup>> list(
      UUID account,
      @Nullable Long channel,
      @Nullable Boolean open,
      @Nullable UUID start,
      int limit) {
    return database
        .query(LIST, Tuple.of(account, channel, open, start, limit))
        .map(rows -> Rows.list(rows, AlertGroup::of));
  }
}
