package dev.belfry.monitoring.monitor;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check as it is stored.
 *
 * @param settings the settings document, JSON text
 * @param subscriptions what {@link dev.belfry.monitoring.channel.SubscribedChannels#OF_CHECK} gave
 */
record MonitorRow(
    UUID id,
    String checkType,
    @Nullable Long groupId,
    String settings,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    @Nullable String subscriptions) {

  static MonitorRow of(Row row) {
    return new MonitorRow(
        row.getUUID(0),
        row.getString(1),
        row.getLong(2),
        row.getString(3),
        row.getOffsetDateTime(4),
        row.getOffsetDateTime(5),
        row.getString(6));
  }

  /** The same check with other settings, for an answer that shows the settings in force. */
  MonitorRow with(String otherSettings) {
    return new MonitorRow(
        id, checkType, groupId, otherSettings, createdAt, updatedAt, subscriptions);
  }
}
