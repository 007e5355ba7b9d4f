package dev.belfry.monitoring.monitor;

import dev.belfry.monitoring.dependency.Dependencies;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check as it is stored.
 *
 * @param settings the settings document, JSON text
 * @param subscriptions what {@link dev.belfry.monitoring.channel.SubscribedChannels#OF_CHECK} gave
 * @param source the project that has deployed it and its logical id there, null for none
 * @param dependencies what {@link Dependencies#OF_CHECK} gave
 */
record MonitorRow(
    UUID id,
    String checkType,
    @Nullable Long groupId,
    String settings,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    @Nullable String subscriptions,
    @Nullable String source,
    @Nullable String dependencies) {

  /** The project that has deployed a check {@code c}, and its logical id there, as a column. */
  static final String SOURCE =
      """
      , (SELECT p.logical_id || '/' || r.logical_id
        FROM project_resources r JOIN projects p ON p.id = r.project_id
        WHERE r.type = 'check' AND r.physical_id = c.id::text)""";

  static MonitorRow of(Row row) {
    return new MonitorRow(
        row.getUUID(0),
        row.getString(1),
        row.getLong(2),
        row.getString(3),
        row.getOffsetDateTime(4),
        row.getOffsetDateTime(5),
        row.getString(6),
        row.getString(7),
        row.getString(8));
  }

  /** The same check with other settings, for an answer that shows the settings in force. */
  MonitorRow with(String otherSettings) {
    return new MonitorRow(
        id,
        checkType,
        groupId,
        otherSettings,
        createdAt,
        updatedAt,
        subscriptions,
        source,
        dependencies);
  }
}
