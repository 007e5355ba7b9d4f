package dev.belfry.alerting.alert;

import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queues the messages that tell channels of actions, within the transaction of the action. */
final class ActionMessages {
  private static final String QUEUE =
      SqlResource.read(ActionMessages.class, "queue-action-messages.sql");

  private ActionMessages() {}

  /**
   * Queues the messages of actions of one type. The future fails when the database does.
   *
   * @param origin the channel that told of the action, and is not told of it; null for none
   */
  static Future<Void> queue(
      SqlConnection connection, List<UUID> actions, AlertActionType type, @Nullable Long origin) {
    String[] types = ActionAudience.of(type).stream().map(Enum::name).toArray(String[]::new);
    return actions.isEmpty() || types.length == 0
        ? Future.succeededFuture()
        : connection
            .preparedQuery(QUEUE)
            .execute(
                Tuple.tuple()
                    .addArrayOfUUID(actions.toArray(UUID[]::new))
                    .addArrayOfString(types)
                    .addLong(origin))
            .mapEmpty();
  }
}
