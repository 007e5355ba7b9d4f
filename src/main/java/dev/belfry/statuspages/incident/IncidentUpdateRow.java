package dev.belfry.statuspages.incident;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;

/** A stored incident update. */
record IncidentUpdateRow(
    UUID id,
    String description,
    IncidentStatus status,
    OffsetDateTime publicDate,
    boolean notifySubscribers,
    OffsetDateTime createdAt) {

  static IncidentUpdateRow of(Row row) {
    return new IncidentUpdateRow(
        row.getUUID(0),
        row.getString(1),
        IncidentStatus.valueOf(row.getString(2)),
        row.getOffsetDateTime(3),
        row.getBoolean(4),
        row.getOffsetDateTime(5));
  }

  /** Its entry in the timeline of the incident. */
  TimelineEntry entry() {
    return new TimelineEntry(id.toString(), status, publicDate.toInstant(), createdAt.toInstant());
  }
}
