package dev.belfry.monitoring.maintenance;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A window as it is stored. */
record WindowRow(
    long id,
    UUID account,
    MaintenanceWindow window,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt) {

  static WindowRow of(Row row) {
    String unit = row.getString(6);
    Integer interval = row.getInteger(7);
    String zone = row.getString(9);
    return new WindowRow(
        row.getLong(0),
        row.getUUID(1),
        new MaintenanceWindow(
            row.getString(2),
            row.getString(3),
            new RecurrencePlan(
                row.getOffsetDateTime(4).toInstant(),
                row.getOffsetDateTime(5).toInstant(),
                unit == null ? null : RepeatUnit.valueOf(unit),
                interval == null ? 1 : interval,
                instant(row.getOffsetDateTime(8)),
                zone == null ? null : ZoneId.of(zone)),
            new WindowScope(
                List.of(row.getArrayOfStrings(10)),
                row.getBoolean(11),
                row.getBoolean(12),
                List.of(row.getArrayOfStrings(13))),
            new Visibility(
                row.getBoolean(14),
                Stream.of(row.getArrayOfUUIDs(15)).map(UUID::toString).toList())),
        row.getOffsetDateTime(16),
        row.getOffsetDateTime(17));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
