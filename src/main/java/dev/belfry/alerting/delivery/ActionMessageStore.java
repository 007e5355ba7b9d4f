package dev.belfry.alerting.delivery;

import dev.belfry.alerting.alert.AlertActionType;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelSecrets;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.platform.outbox.Delivery;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Loads messages about actions. */
final class ActionMessageStore {
  private static final String READ =
      SqlResource.read(ActionMessageStore.class, "action-message.sql");

  private final Database database;
  private final ChannelSecrets secrets;

  ActionMessageStore(Database database, ChannelSecrets secrets) {
    this.database = database;
    this.secrets = secrets;
  }

  /**
   * Loads the message of a delivery, empty when the channel, the action or the delivery is deleted.
   * The future fails when a secret cannot be unsealed.
   */
  Future<Optional<ActionMessage>> read(Delivery delivery) {
    return database
        .query(READ, Tuple.of(delivery.id()))
        .map(rows -> Rows.first(rows, row -> message(delivery, row)));
  }

  /** Deletes a message that is not to be sent, if the claim is the newest. */
  Future<Void> withdraw(Delivery delivery) {
    return database
        .query(ChannelMessageStore.WITHDRAW, Tuple.of(delivery.id(), delivery.claim()))
        .mapEmpty();
  }

  private ActionMessage message(Delivery delivery, Row row) {
    return new ActionMessage(
        ChannelType.valueOf(row.getString(0)),
        secrets.unsealed(delivery.accountId(), row.getLong(2), JsonText.parse(row.getString(1))),
        row.getString(8),
        new ActionMessage.Action(
            AlertActionType.valueOf(row.getString(3)),
            ActionText.actor(row.getString(4), row.getString(5)),
            row.getString(6),
            row.getLong(7),
            row.getString(9),
            row.getInteger(10)),
        new ActionMessage.Standing(
            row.getBoolean(14), row.getBoolean(15), row.getBoolean(16), row.getBoolean(12)),
        row.getBoolean(11)
            ? new ActionMessage.Group(row.getInteger(18), row.getInteger(19), row.getLong(20))
            : null,
        new ChannelMessage.Receipts(row.getString(13), List.of(row.getArrayOfStrings(17))),
        row.getLong(21));
  }
}
