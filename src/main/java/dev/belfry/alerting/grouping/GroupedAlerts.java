package dev.belfry.alerting.grouping;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Notes alerts to channels that group theirs, in the transaction that raises them. */
public final class GroupedAlerts {
  private static final String NOTE =
      """
      INSERT INTO grouped_alerts (channel_id, alert_id)
      SELECT * FROM unnest($1::bigint[], $2::uuid[])""";

  private GroupedAlerts() {}

  /** An alert for a channel. */
  public record Noted(long channel, UUID alert) {}

  /** Notes alerts; waits for no other transaction. The future fails when the database does. */
  public static Future<Void> note(SqlConnection connection, List<Noted> alerts) {
    if (alerts.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(NOTE)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(alerts.stream().map(Noted::channel).toArray(Long[]::new))
                .addArrayOfUUID(alerts.stream().map(Noted::alert).toArray(UUID[]::new)))
        .mapEmpty();
  }
}
