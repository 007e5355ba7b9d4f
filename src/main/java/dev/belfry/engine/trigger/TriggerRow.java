package dev.belfry.engine.trigger;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A trigger as it is stored.
 *
 * @param nonce what its token is made of
 * @param calledAt when it was last called, null for never
 */
record TriggerRow(
    long id,
    UUID nonce,
    TriggerSubject subject,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime calledAt) {
  static final String COLUMNS = "id, nonce, check_id, group_id, created_at, called_at";

  static TriggerRow of(Row row) {
    return new TriggerRow(
        row.getLong(0),
        row.getUUID(1),
        new TriggerSubject(row.getUUID(2), row.getLong(3)),
        row.getOffsetDateTime(4),
        row.getOffsetDateTime(5));
  }
}
