package dev.belfry.alerting.grouping;

import dev.belfry.monitoring.channel.EffectiveQuietHours;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of groups, within the caller's transaction. A locked channel also protects its groups:
 * nothing else writes them, and nothing here waits for another transaction.
 */
final class AlertGroupStore {
  /**
   * Compatible with the locks of transactions that queue messages. One channel of each account goes
   * before second ones, in any order, so that channels with much work leave none without a turn.
   */
  private static final String LOCK =
      """
      SELECT h.id, h.account_id, %s
      FROM (SELECT c.id, row_number() OVER (PARTITION BY c.account_id ORDER BY random()) AS turn
          FROM alert_channels c
          WHERE c.id IN (SELECT channel_id FROM grouped_alerts UNION SELECT channel_id
            FROM alert_groups WHERE closed_ms IS NULL AND due_ms <= (SELECT epoch_millis()))) AS w
        JOIN alert_channels h ON h.id = w.id
      ORDER BY w.turn, random() LIMIT $1 FOR NO KEY UPDATE OF h SKIP LOCKED"""
          .formatted(EffectiveQuietHours.SETTINGS);

  /** The first ones of each channel. An alert that was deleted with its check has no row. */
  private static final String NOTED = SqlResource.read(AlertGroupStore.class, "noted.sql");

  private static final String OPEN =
      """
      SELECT channel_id, key, id FROM alert_groups
      WHERE channel_id = ANY ($1) AND closed_ms IS NULL""";

  private static final String KNOWN =
      """
      SELECT g.channel_id, m.episode FROM alert_group_members m
      JOIN alert_groups g ON g.id = m.group_id AND g.closed_ms IS NULL
      WHERE m.check_id = ANY ($2) AND g.channel_id = ANY ($1)""";

  private static final String FORGET = "DELETE FROM grouped_alerts WHERE id = ANY ($1)";

  private static final String OPEN_GROUPS =
      """
      INSERT INTO alert_groups (id, account_id, channel_id, key, labels, opened_ms, due_ms)
      SELECT n.id, n.account_id, n.channel_id, n.key, n.labels::jsonb, n.opened_ms, n.due_ms
      FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],
        $7::bigint[]) AS n (id, account_id, channel_id, key, labels, opened_ms, due_ms)""";

  /** A check that fails again is the same member, in another episode. */
  private static final String JOIN =
      """
      INSERT INTO alert_group_members (group_id, check_id, episode, alert_id, name, joined_ms)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[])
      ON CONFLICT (group_id, check_id)
        DO UPDATE SET episode = excluded.episode, alert_id = excluded.alert_id""";

  /** The first one of each channel goes before second ones of others. */
  private static final String DUE =
      """
      SELECT g.id, g.channel_id, g.revision, g.repeats, g.told_ms,
        EXISTS (SELECT FROM deliveries d WHERE d.alert_group_id = g.id AND d.kind = 'GROUP'
          AND d.state = 'PENDING'),
        n.*, epoch_millis()
      FROM (SELECT o.*, row_number() OVER (PARTITION BY o.channel_id ORDER BY o.due_ms) AS turn
          FROM alert_groups o WHERE o.channel_id = ANY ($1) AND o.closed_ms IS NULL
            AND o.due_ms <= (SELECT epoch_millis()) ORDER BY turn, o.due_ms LIMIT $2) AS g
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE level = 'FAILED')::int,
          count(*) FILTER (WHERE level = 'DEGRADED')::int,
          count(*) FILTER (WHERE level = 'RECOVERED')::int,
          count(*) FILTER (WHERE level = 'REMOVED')::int,
          count(*) FILTER (WHERE level = 'FAILED' AND told IS DISTINCT FROM 'FAILED')::int,
          count(*) FILTER (WHERE level = 'DEGRADED' AND told IS DISTINCT FROM 'DEGRADED')::int,
          count(*) FILTER (WHERE level IN ('RECOVERED', 'REMOVED')
            AND told IN ('FAILED', 'DEGRADED'))::int,
          count(*) FILTER (WHERE level IN ('FAILED', 'DEGRADED') AND NOT attended)::int
        FROM members_of_alert_group(g.id, g.channel_id)) AS n""";

  private static final String LOOKED =
      """
      UPDATE alert_groups g SET due_ms = n.due_ms, revision = n.revision, repeats = n.repeats,
        told_ms = n.told_ms, closed_ms = n.closed_ms, failing = n.failing, degraded = n.degraded,
        recovered = n.recovered
      FROM unnest($1::uuid[], $2::bigint[], $3::int[], $4::int[], $5::bigint[], $6::bigint[],
          $7::int[], $8::int[], $9::int[])
        AS n (id, due_ms, revision, repeats, told_ms, closed_ms, failing, degraded, recovered)
      WHERE g.id = n.id""";

  private static final String TOLD =
      """
      UPDATE alert_group_members m SET told = n.level
      FROM alert_groups g CROSS JOIN LATERAL members_of_alert_group(g.id, g.channel_id) AS n
      WHERE g.id = ANY ($1) AND m.group_id = g.id AND m.check_id = n.check_id
        AND m.told IS DISTINCT FROM n.level""";

  private static final String QUEUE =
      """
      WITH queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane, channel_id, alert_group_id,
          group_revision)
        SELECT n.id, g.account_id, 'GROUP', 'channel:' || g.channel_id, g.channel_id, g.id, g.revision
        FROM unnest($1::uuid[], $2::uuid[]) AS n (id, group_id)
        JOIN alert_groups g ON g.id = n.group_id)
      SELECT pg_notify('belfry_deliveries', '')""";

  /** A channel that is locked. */
  record Channel(long id, UUID account, GroupingSettings settings) {
    static Channel of(Row row) {
      return new Channel(row.getLong(0), row.getUUID(1), GroupingSettings.of(row.getString(2)));
    }
  }

  /**
   * A noted alert.
   *
   * @param alert null when it was deleted
   */
  record Entry(long id, long channel, @Nullable NotedAlert alert) {
    static Entry of(Row row) {
      return new Entry(
          row.getLong(0), row.getLong(1), row.getUUID(2) == null ? null : NotedAlert.of(row));
    }
  }

  /** What a noted alert is about. */
  record NotedAlert(
      UUID id, UUID check, UUID episode, long decided, String name, GroupFacts facts) {
    static NotedAlert of(Row row) {
      String name = row.getString(6);
      return new NotedAlert(
          row.getUUID(2),
          row.getUUID(3),
          row.getUUID(4),
          row.getLong(5),
          name == null ? "" : name,
          GroupFacts.of(row, 7));
    }
  }

  /** The groups of channels that are open, by channel and key. */
  record Place(long channel, String key) {}

  /** An episode that is in an open group of a channel. */
  record Known(long channel, UUID episode) {}

  /** A group that is looked at. */
  record DueGroup(
      UUID id, long channel, GroupState state, boolean underway, GroupCounts members, long now) {
    static DueGroup of(Row row) {
      return new DueGroup(
          row.getUUID(0),
          row.getLong(1),
          new GroupState(row.getInteger(2), row.getInteger(3), row.getLong(4)),
          row.getBoolean(5),
          new GroupCounts(
              row.getInteger(6),
              row.getInteger(7),
              row.getInteger(8),
              row.getInteger(9),
              row.getInteger(10),
              row.getInteger(11),
              row.getInteger(12),
              row.getInteger(13)),
          row.getLong(14));
    }
  }

  /** Locks channels with noted alerts or due groups that no other transaction has locked. */
  Future<List<Channel>> lock(SqlConnection connection, int most) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(most))
        .map(rows -> Rows.list(rows, Channel::of));
  }

  Future<List<Entry>> noted(SqlConnection connection, Collection<Long> channels, int most) {
    return connection
        .preparedQuery(NOTED)
        .execute(longs(channels).addInteger(most))
        .map(rows -> Rows.list(rows, Entry::of));
  }

  Future<Map<Place, UUID>> open(SqlConnection connection, Collection<Long> channels) {
    return connection
        .preparedQuery(OPEN)
        .execute(longs(channels))
        .map(
            rows -> {
              Map<Place, UUID> open = new HashMap<>();
              rows.forEach(
                  row -> open.put(new Place(row.getLong(0), row.getString(1)), row.getUUID(2)));
              return open;
            });
  }

  Future<Set<Known>> known(
      SqlConnection connection, Collection<Long> channels, Collection<UUID> checks) {
    return connection
        .preparedQuery(KNOWN)
        .execute(longs(channels).addArrayOfUUID(checks.toArray(UUID[]::new)))
        .map(
            rows ->
                new HashSet<>(Rows.list(rows, row -> new Known(row.getLong(0), row.getUUID(1)))));
  }

  Future<Void> add(SqlConnection connection, NewMembers found) {
    Future<Void> opened =
        found.groups().isEmpty()
            ? Future.succeededFuture()
            : connection.preparedQuery(OPEN_GROUPS).execute(found.groupRows()).mapEmpty();
    return opened
        .compose(
            done ->
                found.members().isEmpty()
                    ? Future.<Void>succeededFuture()
                    : connection.preparedQuery(JOIN).execute(found.memberRows()).mapEmpty())
        .compose(
            done -> connection.preparedQuery(FORGET).execute(longs(found.entries())).mapEmpty());
  }

  Future<List<DueGroup>> due(SqlConnection connection, Collection<Long> channels, int most) {
    return connection
        .preparedQuery(DUE)
        .execute(longs(channels).addInteger(most))
        .map(rows -> Rows.list(rows, DueGroup::of));
  }

  /** A look and what follows from it. */
  record Look(DueGroup group, GroupStep step) {
    GroupState after() {
      return step.after(group.state(), group.now());
    }
  }

  /** Writes what follows from looks, and queues messages with the ids that {@code ids} makes. */
  Future<Void> write(SqlConnection connection, List<Look> looks, Function<Look, UUID> ids) {
    Tuple rows = Tuple.tuple();
    rows.addArrayOfUUID(looks.stream().map(one -> one.group().id()).toArray(UUID[]::new));
    rows.addArrayOfLong(looks.stream().map(one -> one.step().due()).toArray(Long[]::new));
    ints(rows, looks, one -> one.after().revision());
    ints(rows, looks, one -> one.after().repeats());
    rows.addArrayOfLong(looks.stream().map(one -> one.after().told()).toArray(Long[]::new));
    rows.addArrayOfLong(
        looks.stream()
            .map(one -> one.step().action().closes() ? (Long) one.group().now() : null)
            .toArray(Long[]::new));
    ints(rows, looks, one -> one.group().members().failing());
    ints(rows, looks, one -> one.group().members().degraded());
    ints(rows, looks, one -> one.group().members().recovered());
    List<Look> told = looks.stream().filter(one -> one.step().action().tells()).toList();
    Future<Void> looked = connection.preparedQuery(LOOKED).execute(rows).mapEmpty();
    return told.isEmpty() ? looked : looked.compose(done -> tell(connection, told, ids));
  }

  private static Future<Void> tell(
      SqlConnection connection, List<Look> told, Function<Look, UUID> ids) {
    UUID[] groups = told.stream().map(one -> one.group().id()).toArray(UUID[]::new);
    UUID[] messages = told.stream().map(ids).toArray(UUID[]::new);
    return connection
        .preparedQuery(TOLD)
        .execute(Tuple.tuple().addArrayOfUUID(groups))
        .compose(
            done ->
                connection
                    .preparedQuery(QUEUE)
                    .execute(Tuple.tuple().addArrayOfUUID(messages).addArrayOfUUID(groups)))
        .mapEmpty();
  }

  private static void ints(Tuple rows, List<Look> looks, Function<Look, Integer> column) {
    rows.addArrayOfInteger(looks.stream().map(column).toArray(Integer[]::new));
  }

  private static Tuple longs(Collection<Long> ids) {
    return Tuple.tuple().addArrayOfLong(ids.toArray(Long[]::new));
  }
}
