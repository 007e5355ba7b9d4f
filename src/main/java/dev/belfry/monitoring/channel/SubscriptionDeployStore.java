package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceTable;
import dev.belfry.api.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of many subscriptions at once, as documents; the caller owns the transaction. */
final class SubscriptionDeployStore {
  private static final String READ =
      """
      SELECT id, channel_id, check_id, group_id, activated FROM alert_channel_subscriptions
      WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id""";

  private static final String WANTED =
      """
      unnest($2::bigint[], $3::bigint[], $4::uuid[], $5::bigint[], $6::boolean[])
        AS wanted (id, channel_id, check_id, group_id, activated)""";

  /** An earlier subscription of the same check or group to the same channel gives way. */
  private static final String CLEAR =
      """
      WITH wanted AS MATERIALIZED (SELECT * FROM %s)
      DELETE FROM alert_channel_subscriptions s WHERE s.account_id = $1 AND (
        s.id IN (SELECT id FROM wanted)
        OR s.check_id IS NOT NULL AND (s.check_id, s.channel_id) IN (
          SELECT check_id, channel_id FROM wanted WHERE check_id IS NOT NULL)
        OR s.group_id IS NOT NULL AND (s.group_id, s.channel_id) IN (
          SELECT group_id, channel_id FROM wanted WHERE group_id IS NOT NULL))"""
          .formatted(WANTED);

  private static final String INSERT =
      """
      INSERT INTO alert_channel_subscriptions
        (id, account_id, channel_id, check_id, group_id, activated)
      OVERRIDING SYSTEM VALUE
      SELECT id, $1, channel_id, check_id, group_id, activated FROM %s ORDER BY id"""
          .formatted(WANTED);

  private static final String DELETE =
      "DELETE FROM alert_channel_subscriptions WHERE account_id = $1 AND id = ANY ($2::bigint[])";

  private static final ResourceTable TABLE =
      new ResourceTable(ResourceType.SUBSCRIPTION, READ, DELETE);

  Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(connection, "alert_channel_subscriptions", count);
  }

  Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return TABLE.read(connection, account, ids, lock, SubscriptionDeployStore::document);
  }

  private static ObjectNode document(Row row) {
    SubscriptionTarget target = new SubscriptionTarget(row.getUUID(2), row.getLong(3));
    return SubscriptionCodec.document(row.getLong(1), new Subscriber(target, row.getBoolean(4)));
  }

  /** Makes subscriptions with these ids, in place of those with the ids or about the same. */
  Future<Void> put(SqlConnection connection, UUID account, List<DesiredResource> items) {
    List<Subscriber> subscribers =
        items.stream().map(item -> SubscriptionCodec.subscriber(item.document())).toList();
    Tuple parameters =
        Tuple.of(account)
            .addArrayOfLong(
                items.stream().map(item -> Long.valueOf(item.id())).toArray(Long[]::new))
            .addArrayOfLong(
                items.stream()
                    .map(item -> SubscriptionCodec.channel(item.document()))
                    .toArray(Long[]::new))
            .addArrayOfUUID(
                subscribers.stream().map(one -> one.target().checkId()).toArray(UUID[]::new))
            .addArrayOfLong(
                subscribers.stream().map(one -> one.target().groupId()).toArray(Long[]::new))
            .addArrayOfBoolean(
                subscribers.stream().map(Subscriber::activated).toArray(Boolean[]::new));
    return connection
        .preparedQuery(CLEAR)
        .execute(parameters)
        .compose(cleared -> connection.preparedQuery(INSERT).execute(parameters))
        .mapEmpty();
  }

  Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return TABLE.delete(connection, account, ids);
  }
}
