package dev.belfry.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.channel.ChannelType;
import dev.belfry.db.Database;
import dev.belfry.db.Rows;
import dev.belfry.http.JsonText;
import dev.belfry.outbox.Delivery;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what a delivery to a channel needs. */
final class MessageStore {
  private static final String READ =
      """
      SELECT c.type, c.config::text, a.context::text
      FROM deliveries d JOIN alert_channels c ON c.id = d.channel_id
      LEFT JOIN alerts a ON a.id = d.alert_id
      WHERE d.id = $1""";

  private final Database database;

  MessageStore(Database database) {
    this.database = database;
  }

  /** Empty when the channel or the delivery has been deleted meanwhile. */
  Future<Optional<Message>> read(Delivery delivery) {
    return database
        .query(READ, Tuple.of(delivery.id()))
        .map(rows -> Rows.first(rows, row -> message(delivery, row)));
  }

  private static Message message(Delivery delivery, Row row) {
    String context = row.getString(2);
    Map<String, Object> variables =
        context == null ? SampleContext.variables() : Message.variables(JsonText.parse(context));
    return new Message(
        delivery,
        ChannelType.valueOf(row.getString(0)),
        config(row.getString(1)),
        merged(variables));
  }

  /** The one place where the configuration of a channel is read in order to be used. */
  private static ObjectNode config(String stored) {
    return JsonText.parse(stored);
  }

  /** The one place where more variables join those of the alert, which win. */
  private static Map<String, Object> merged(Map<String, Object> ofAlert) {
    return new LinkedHashMap<>(ofAlert);
  }
}
