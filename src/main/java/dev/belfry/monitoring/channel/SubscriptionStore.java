package dev.belfry.monitoring.channel;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** The subscriptions' SQL; the caller owns the transaction. */
final class SubscriptionStore {
  private static final String REMOVE_OTHERS =
      """
      DELETE FROM alert_channel_subscriptions
      WHERE (check_id = $1 OR group_id = $2) AND channel_id <> ALL ($3::bigint[])""";

  private static final String PUT_CHECK =
      """
      INSERT INTO alert_channel_subscriptions (account_id, check_id, channel_id, activated)
      SELECT $1, $2, * FROM unnest($3::bigint[], $4::boolean[])
      ON CONFLICT (check_id, channel_id) WHERE check_id IS NOT NULL
      DO UPDATE SET activated = excluded.activated""";

  private static final String PUT_GROUP =
      """
      INSERT INTO alert_channel_subscriptions (account_id, group_id, channel_id, activated)
      SELECT $1, $2, * FROM unnest($3::bigint[], $4::boolean[])
      ON CONFLICT (group_id, channel_id) WHERE group_id IS NOT NULL
      DO UPDATE SET activated = excluded.activated""";

  /** Holds the channels, so that none is deleted before the subscription to it is there. */
  private static final String ASSIGN =
      """
      WITH channels AS MATERIALIZED (
        SELECT id FROM alert_channels
        WHERE account_id = $1 AND ($4 OR (settings ->> 'autoSubscribe')::boolean)
        ORDER BY id FOR KEY SHARE)
      INSERT INTO alert_channel_subscriptions (account_id, check_id, group_id, channel_id, activated)
      SELECT $1, $2, $3, id, true FROM channels
      ON CONFLICT DO NOTHING""";

  private static final String ASSIGN_NEW =
      """
      WITH channels AS MATERIALIZED (
        SELECT id FROM alert_channels
        WHERE account_id = $1 AND (settings ->> 'autoSubscribe')::boolean
        ORDER BY id FOR KEY SHARE)
      INSERT INTO alert_channel_subscriptions (account_id, check_id, channel_id, activated)
      SELECT $1, c.id, a.id, true FROM channels a CROSS JOIN unnest($2::uuid[]) AS c (id)
      ON CONFLICT DO NOTHING""";

  Future<Void> removeOthers(
      SqlConnection connection, SubscriptionTarget target, List<RequestedSubscription> requested) {
    return connection
        .preparedQuery(REMOVE_OTHERS)
        .execute(
            Tuple.of(
                target.checkId(),
                target.groupId(),
                requested.stream().map(RequestedSubscription::channelId).toArray(Long[]::new)))
        .mapEmpty();
  }

  Future<Void> put(
      SqlConnection connection,
      UUID account,
      SubscriptionTarget target,
      List<RequestedSubscription> requested) {
    if (requested.isEmpty()) {
      return Future.succeededFuture();
    }
    boolean check = target.checkId() != null;
    return connection
        .preparedQuery(check ? PUT_CHECK : PUT_GROUP)
        .execute(
            Tuple.of(
                account,
                check ? target.checkId() : target.groupId(),
                requested.stream().map(RequestedSubscription::channelId).toArray(Long[]::new),
                requested.stream().map(RequestedSubscription::activated).toArray(Boolean[]::new)))
        .mapEmpty();
  }

  Future<Void> assign(
      SqlConnection connection, UUID account, SubscriptionTarget target, boolean all) {
    return connection
        .preparedQuery(ASSIGN)
        .execute(Tuple.of(account, target.checkId(), target.groupId(), all))
        .mapEmpty();
  }

  Future<Void> assignNew(SqlConnection connection, UUID account, UUID[] checks) {
    return connection
        .preparedQuery(ASSIGN_NEW)
        .execute(Tuple.of(account).addArrayOfUUID(checks))
        .mapEmpty();
  }
}
