package dev.belfry.monitoring.group;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A group as it is stored.
 *
 * @param settings the settings document with the values of secret variables, JSON text
 * @param subscriptions what {@link dev.belfry.monitoring.channel.SubscribedChannels#OF_GROUP} gave
 * @param dependencies what {@link dev.belfry.monitoring.dependency.Dependencies#OF_GROUP} gave
 */
record GroupRow(
    long id,
    String settings,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    String subscriptions,
    @Nullable String dependencies) {

  static GroupRow of(Row row) {
    return new GroupRow(
        row.getLong(0),
        row.getString(1),
        row.getOffsetDateTime(2),
        row.getOffsetDateTime(3),
        row.getString(4),
        row.getString(5));
  }

  /** Without the settings, which may hold secrets. */
  @Override
  public String toString() {
    return "GroupRow[id=" + id + "]";
  }
}
