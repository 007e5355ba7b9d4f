package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceTable;
import dev.belfry.api.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of many channels at once, as documents; the caller owns the transaction. */
final class ChannelDeployStore {
  private static final String READ =
      """
      SELECT id, type, config::text, settings::text FROM alert_channels
      WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id""";

  private static final String WANTED =
      """
      unnest($3::bigint[], $4::text[], $5::text[], $6::text[])
        AS wanted (id, type, config, settings)""";

  private static final String INSERT =
      """
      INSERT INTO alert_channels (id, account_id, type, config, settings, created_at)
      OVERRIDING SYSTEM VALUE
      SELECT id, $1, type, config::jsonb, settings::jsonb, $2 FROM %s ORDER BY id"""
          .formatted(WANTED);

  /** Keeps {@code onCall}, which projects do not have. */
  private static final String UPDATE =
      """
      UPDATE alert_channels a SET type = wanted.type, config = wanted.config::jsonb,
        settings = jsonb_strip_nulls(jsonb_build_object('onCall', a.settings -> 'onCall'))
          || wanted.settings::jsonb, updated_at = $2
      FROM %s WHERE a.id = wanted.id AND a.account_id = $1"""
          .formatted(WANTED);

  /** In the order in which everybody else locks them. */
  private static final String DELETE =
      """
      DELETE FROM alert_channels WHERE id IN (
        SELECT id FROM alert_channels WHERE account_id = $1 AND id = ANY ($2::bigint[])
        ORDER BY id FOR NO KEY UPDATE)""";

  private static final ResourceTable TABLE =
      new ResourceTable(ResourceType.ALERT_CHANNEL, READ, DELETE);

  private final ChannelSecrets secrets;

  ChannelDeployStore(ChannelSecrets secrets) {
    this.secrets = secrets;
  }

  Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(connection, "alert_channels", count);
  }

  Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return TABLE.read(connection, account, ids, lock, row -> document(account, row));
  }

  private ObjectNode document(UUID account, Row row) {
    StoredChannel stored =
        new StoredChannel(
            ChannelType.valueOf(row.getString(1)), row.getString(2), row.getString(3));
    ChannelConfig config = ChannelCodec.config(stored.config());
    return ChannelCodec.document(stored, secrets.plain(account, row.getLong(0), config));
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return write(INSERT, connection, account, items, now);
  }

  Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return write(UPDATE, connection, account, items, now);
  }

  private Future<Void> write(
      String sql,
      SqlConnection connection,
      UUID account,
      List<DesiredResource> items,
      OffsetDateTime now) {
    Long[] ids = items.stream().map(item -> Long.valueOf(item.id())).toArray(Long[]::new);
    String[] types = new String[ids.length];
    String[] configs = new String[ids.length];
    String[] flags = new String[ids.length];
    for (int i = 0; i < ids.length; i++) {
      ChannelDraft channel = ChannelCodec.read(items.get(i).document());
      ChannelConfig config = requireNonNull(channel.config().value());
      types[i] = requireNonNull(channel.type().value()).name();
      configs[i] = ChannelCodec.text(secrets.sealed(account, ids[i], config));
      flags[i] = ChannelCodec.text(channel.flags());
    }
    return connection
        .preparedQuery(sql)
        .execute(
            Tuple.of(account, now)
                .addArrayOfLong(ids)
                .addArrayOfString(types)
                .addArrayOfString(configs)
                .addArrayOfString(flags))
        .mapEmpty();
  }

  Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return TABLE.delete(connection, account, ids);
  }
}
