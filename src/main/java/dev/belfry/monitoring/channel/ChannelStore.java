package dev.belfry.monitoring.channel;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The channels' SQL. What is read for an answer leaves the database without its secrets. */
final class ChannelStore {
  private static final String COLUMNS =
      """
      a.id, a.type, (a.config - '{%s}'::text[])::text, a.settings::text,
      coalesce((SELECT json_agg(%s ORDER BY s.id)::text FROM alert_channel_subscriptions s
                WHERE s.account_id = a.account_id AND s.channel_id = a.id), '[]'),
      a.created_at, a.updated_at,
      (SELECT max(answered_ms) FROM deliveries
       WHERE channel_id = a.id AND state = 'DELIVERED'),
      failed.at, failed.answer,
      (SELECT count(*) FROM deliveries WHERE channel_id = a.id AND state = 'PENDING'),
      (SELECT count(*) FROM deliveries WHERE channel_id = a.id AND state = 'DEAD')"""
          .formatted(String.join(",", ConfigMember.secretNames()), SubscriberStore.AS_JSON);

  /** The newest of the failures that nothing has made good: of each state one look at an index. */
  private static final String FROM =
      """
       FROM alert_channels a LEFT JOIN LATERAL (
         SELECT f.answered_ms AS at, f.answer FROM (VALUES ('PENDING'), ('DEAD')) AS s (state)
         CROSS JOIN LATERAL (
           SELECT answered_ms, answer FROM deliveries
           WHERE channel_id = a.id AND state = s.state AND answered_ms IS NOT NULL
           ORDER BY answered_ms DESC NULLS LAST LIMIT 1) f
         ORDER BY f.answered_ms DESC LIMIT 1) failed ON true
      """;

  private static final String READ =
      "SELECT " + COLUMNS + FROM + "WHERE a.account_id = $1 AND a.id = $2";

  private static final String LIST =
      "SELECT " + COLUMNS + FROM + "WHERE a.account_id = $1 ORDER BY a.id LIMIT $2 OFFSET $3";

  private static final String COUNT = "SELECT count(*) FROM alert_channels WHERE account_id = $1";

  private static final String LOCK =
      """
      SELECT type, config::text, settings::text FROM alert_channels
      WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE""";

  private static final String INSERT =
      """
      INSERT INTO alert_channels (id, account_id, type, config, settings, created_at)
      OVERRIDING SYSTEM VALUE VALUES ($2, $1, $3, $4::text::jsonb, $5::text::jsonb, $6)""";

  private static final String NEXT_ID =
      "SELECT nextval(pg_get_serial_sequence('alert_channels', 'id'))";

  private static final String REPLACE =
      """
      UPDATE alert_channels SET type = $3, config = $4::text::jsonb, settings = $5::text::jsonb,
        updated_at = $6
      WHERE account_id = $1 AND id = $2""";

  private static final String DELETE =
      "DELETE FROM alert_channels WHERE account_id = $1 AND id = $2";

  private final Database database;

  ChannelStore(Database database) {
    this.database = database;
  }

  Future<Optional<ChannelRow>> read(UUID account, long id) {
    return database
        .query(READ, Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ChannelRow::of));
  }

  Future<Optional<ChannelRow>> read(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ChannelRow::of));
  }

  Future<Optional<StoredChannel>> lock(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ChannelStore::stored));
  }

  /** The id of a new channel, which its secrets are sealed for. */
  Future<Long> nextId(SqlConnection connection) {
    return connection.preparedQuery(NEXT_ID).execute().map(Rows::number);
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, long id, StoredChannel channel, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(account, id, channel.type().name(), channel.config(), channel.settings(), now))
        .mapEmpty();
  }

  Future<Void> replace(
      SqlConnection connection, UUID account, long id, StoredChannel channel, OffsetDateTime now) {
    return connection
        .preparedQuery(REPLACE)
        .execute(
            Tuple.of(account, id, channel.type().name(), channel.config(), channel.settings(), now))
        .mapEmpty();
  }

  Future<Boolean> delete(UUID account, long id) {
    return database.change(DELETE, Tuple.of(account, id)).map(rows -> rows.rowCount() > 0);
  }

  Future<List<ChannelRow>> list(SqlConnection connection, UUID account, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, ChannelRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  private static StoredChannel stored(Row row) {
    return new StoredChannel(
        ChannelType.valueOf(row.getString(0)), row.getString(1), row.getString(2));
  }
}
