package dev.belfry.monitoring.channel;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A channel as it may be shown.
 *
 * @param config the configuration with {@code ****} for its secrets, JSON text
 * @param settings the flags, JSON text
 * @param subscriptions JSON text
 */
record ChannelRow(
    long id,
    String type,
    String config,
    String settings,
    String subscriptions,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    ChannelDeliveryStats stats) {

  static ChannelRow of(Row row) {
    return new ChannelRow(
        row.getLong(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getOffsetDateTime(5),
        row.getOffsetDateTime(6),
        new ChannelDeliveryStats(
            row.getLong(7), row.getLong(8), row.getString(9), row.getLong(10), row.getLong(11)));
  }
}
