package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of actions about all open alerts of a group, within the caller's transaction. */
final class AlertGroupActionStore {
  private static final String FIND =
      """
      SELECT g.account_id, g.channel_id FROM alert_groups g
      WHERE g.id = $1 AND ($2::uuid IS NULL OR g.account_id = $2)""";

  private static final String MEMBERS =
      """
      SELECT m.check_id FROM alert_group_members m
      WHERE m.group_id = $1 AND ($2::uuid IS NULL OR m.check_id > $2)
      ORDER BY m.check_id LIMIT $3""";

  /**
   * In the order of ids, in which everybody else locks states. A check that is being deleted is
   * left out, and one whose trail is full.
   */
  private static final String LOCK =
      """
      SELECT t.check_id, m.alert_id, m.episode, t.state::text
      FROM alert_group_members m JOIN checks c ON c.id = m.check_id
        JOIN alert_states t ON t.check_id = c.id
      WHERE m.group_id = $1 AND m.check_id = ANY ($2)
        AND t.state #>> '{notice,episode}' = m.episode::text
        AND t.state #>> '{notice,level}' IN ('FAILED', 'DEGRADED')
        AND EXISTS (SELECT FROM alert_channel_subscriptions s WHERE s.channel_id = $3
          AND s.activated AND (s.check_id = c.id OR s.group_id = c.group_id))
        AND (SELECT count(*) FROM alert_actions a WHERE a.episode = m.episode) < $4
      ORDER BY t.check_id FOR KEY SHARE OF c SKIP LOCKED FOR UPDATE OF t""";

  /** All actions have one time, by which they are one event of the group. */
  private static final String WRITE =
      """
      WITH rows AS MATERIALIZED (
        SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[],
          $7::bigint[]) AS n (id, check_id, alert_id, episode, state, due_ms)),
      updated AS (
        UPDATE alert_states t SET state = n.state::jsonb, due_ms = n.due_ms FROM rows n
        WHERE t.check_id = n.check_id)
      INSERT INTO alert_actions (id, account_id, check_id, episode, alert_id, action, actor, note,
        assignee, until_ms, at_ms)
      SELECT n.id, $1, n.check_id, n.episode, n.alert_id, $8, $9, $10, $11, $12,
        (SELECT epoch_millis()) FROM rows n""";

  private static final String SHOWN =
      """
      SELECT count(*) FILTER (WHERE n.level IN ('FAILED', 'DEGRADED'))::int,
        count(*) FILTER (WHERE n.level IN ('FAILED', 'DEGRADED') AND NOT n.attended)::int
      FROM alert_groups g LEFT JOIN LATERAL members_of_alert_group(g.id, g.channel_id) AS n ON true
      WHERE g.id = $1 GROUP BY g.id""";

  /** The group that an action names. */
  record Group(UUID id, UUID account, long channel) {}

  /** An alert of a group that is open, whose state is locked. */
  record OpenMember(UUID check, UUID alert, UUID episode, AlertState state) {}

  /** An open alert after an action; {@code id} is that of the action. */
  record Acted(UUID id, OpenMember member, AlertState after) {}

  /** The alerts of a group for a page: how many are open, and of those unattended. */
  record Counts(int open, int unattended) {}

  /**
   * Finds a group.
   *
   * @param account null for any, when a token authorizes the caller
   */
  Future<Optional<Group>> find(SqlConnection connection, UUID group, @Nullable UUID account) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(group, account))
        .map(rows -> Rows.first(rows, row -> new Group(group, row.getUUID(0), row.getLong(1))));
  }

  /** Checks of a group in the order of their ids, from the one after {@code last} on. */
  Future<List<UUID>> members(SqlConnection connection, UUID group, @Nullable UUID last, int most) {
    return connection
        .preparedQuery(MEMBERS)
        .execute(Tuple.of(group, last, most))
        .map(rows -> Rows.list(rows, row -> row.getUUID(0)));
  }

  /** Locks those of some checks that have an open alert in the group. */
  Future<List<OpenMember>> lock(
      SqlConnection connection, Group group, List<UUID> checks, long mostActions) {
    return connection
        .preparedQuery(LOCK)
        .execute(
            Tuple.of(group.id())
                .addArrayOfUUID(checks.toArray(UUID[]::new))
                .addLong(group.channel())
                .addLong(mostActions))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new OpenMember(
                            row.getUUID(0),
                            row.getUUID(1),
                            row.getUUID(2),
                            AlertState.of(row.getString(3)))));
  }

  /** Writes the states after an action, and the action to the trail of each. */
  Future<Void> write(
      SqlConnection connection, Group group, List<Acted> all, AlertAction action, String actor) {
    return connection
        .preparedQuery(WRITE)
        .execute(
            Tuple.of(group.account())
                .addArrayOfUUID(uuids(all, Acted::id))
                .addArrayOfUUID(uuids(all, one -> one.member().check()))
                .addArrayOfUUID(uuids(all, one -> one.member().alert()))
                .addArrayOfUUID(uuids(all, one -> one.member().episode()))
                .addArrayOfString(
                    all.stream().map(one -> one.after().json()).toArray(String[]::new))
                .addArrayOfLong(all.stream().map(one -> one.after().due()).toArray(Long[]::new))
                .addString(action.type().name())
                .addString(actor)
                .addString(action.note())
                .addString(action.assignee())
                .addLong(action.until()))
        .mapEmpty();
  }

  /** Counts the open alerts of a group; empty without the group. */
  Future<Optional<Counts>> counts(SqlConnection connection, UUID group) {
    return connection
        .preparedQuery(SHOWN)
        .execute(Tuple.of(group))
        .map(rows -> Rows.first(rows, row -> new Counts(row.getInteger(0), row.getInteger(1))));
  }

  private static UUID[] uuids(List<Acted> all, Function<Acted, UUID> column) {
    return all.stream().map(column).toArray(UUID[]::new);
  }
}
