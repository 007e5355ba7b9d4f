package dev.belfry.alerting.push;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A device as its person sees it. */
record DeviceRow(
    UUID id,
    String userAgent,
    String service,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime lastSuccessAt,
    int failures) {
  static final String COLUMNS = "id, user_agent, service, created_at, last_success_at, failures";

  static DeviceRow of(Row row) {
    return new DeviceRow(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getOffsetDateTime(3),
        row.getOffsetDateTime(4),
        row.getInteger(5));
  }
}
