package dev.belfry.statuspages.subscription;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * A stored subscription.
 *
 * @param address as people may see it
 */
record SubscriptionRow(
    UUID id,
    SubscriptionType type,
    String address,
    SubscriptionStatus status,
    OffsetDateTime createdAt,
    OffsetDateTime updatedAt,
    SubscriptionChoice choice) {
  /** The columns of {@code status_page_subscriptions} that {@link #of} reads. */
  static final String COLUMNS = columns("status_page_subscriptions");

  /** The same of a row with another name. */
  static String columns(String row) {
    return "R.id, R.type, shown_address(R.type, R.address), R.status, R.created_at, R.updated_at, "
            .replace("R", row)
        + ChoiceColumns.of(row);
  }

  static SubscriptionRow of(Row row) {
    return new SubscriptionRow(
        row.getUUID(0),
        SubscriptionType.valueOf(row.getString(1)),
        row.getString(2),
        SubscriptionStatus.valueOf(row.getString(3)),
        row.getOffsetDateTime(4),
        row.getOffsetDateTime(5),
        ChoiceColumns.read(row, 6));
  }
}
