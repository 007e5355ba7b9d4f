package dev.belfry.statuspages.subscription;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;

/** A stored subscription. */
record SubscriptionRow(
    UUID id,
    SubscriptionType type,
    String address,
    SubscriptionStatus status,
    OffsetDateTime createdAt,
    OffsetDateTime updatedAt) {
  static final String COLUMNS = "id, type, address, status, created_at, updated_at";

  static SubscriptionRow of(Row row) {
    return new SubscriptionRow(
        row.getUUID(0),
        SubscriptionType.valueOf(row.getString(1)),
        row.getString(2),
        SubscriptionStatus.valueOf(row.getString(3)),
        row.getOffsetDateTime(4),
        row.getOffsetDateTime(5));
  }
}
