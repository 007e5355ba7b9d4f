package dev.belfry.alerting.alert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelSecrets;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/** Finds the channel and the alert that a webhook of another service is about. */
final class HookedChannelStore {
  private static final String CHANNEL =
      "SELECT account_id, config::text, epoch_millis() FROM alert_channels"
          + " WHERE id = $1 AND type = $2";

  /** The newest one that was sent to the channel. */
  private static final String ALERT =
      """
      SELECT a.id FROM alerts a WHERE a.account_id = $1 AND a.episode = $2
        AND EXISTS (SELECT FROM deliveries d WHERE d.alert_id = a.id AND d.channel_id = $3)
      ORDER BY a.decided_ms DESC, a.id DESC LIMIT 1""";

  private final Database database;
  private final ChannelSecrets secrets;

  HookedChannelStore(Database database, ChannelSecrets secrets) {
    this.database = database;
    this.secrets = secrets;
  }

  /**
   * A channel whose service tells what people do.
   *
   * @param secret that signs, empty for none
   * @param now the database's clock, milliseconds since 1970
   */
  record Hooked(UUID account, long channel, String secret, long now) {}

  /** A channel of a type; the future fails when its secret cannot be unsealed. */
  Future<Optional<Hooked>> channel(long id, ChannelType type) {
    return database
        .query(CHANNEL, Tuple.of(id, type.name()))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row -> {
                      UUID account = row.getUUID(0);
                      ObjectNode config =
                          secrets.unsealed(account, id, JsonText.parse(row.getString(1)));
                      return new Hooked(
                          account, id, config.path("webhookSecret").asText(""), row.getLong(2));
                    }));
  }

  /** The alert of an episode, empty when none was sent to the channel. */
  Future<Optional<UUID>> alert(Hooked channel, UUID episode) {
    return database
        .query(ALERT, Tuple.of(channel.account(), episode, channel.channel()))
        .map(rows -> Rows.first(rows, row -> row.getUUID(0)));
  }
}
