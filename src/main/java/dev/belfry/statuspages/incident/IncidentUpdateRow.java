package dev.belfry.statuspages.incident;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored incident update.
 *
 * @param actor on whose behalf it was posted, as in the audit log; null for an update of a version
 *     before 74 of the schema
 * @param actorName name of that API key or person, null without one
 */
record IncidentUpdateRow(
    UUID id,
    String description,
    IncidentStatus status,
    OffsetDateTime publicDate,
    boolean notifySubscribers,
    OffsetDateTime createdAt,
    @Nullable String actor,
    @Nullable String actorName) {

  static IncidentUpdateRow of(Row row) {
    return new IncidentUpdateRow(
        row.getUUID(0),
        row.getString(1),
        IncidentStatus.valueOf(row.getString(2)),
        row.getOffsetDateTime(3),
        row.getBoolean(4),
        row.getOffsetDateTime(5),
        row.getString(6),
        row.getString(7));
  }

  /** The same update, posted by an actor. */
  IncidentUpdateRow by(@Nullable String actor, @Nullable String actorName) {
    return new IncidentUpdateRow(
        id, description, status, publicDate, notifySubscribers, createdAt, actor, actorName);
  }

  /** Its entry in the timeline of the incident. */
  TimelineEntry entry() {
    return new TimelineEntry(id.toString(), status, publicDate.toInstant(), createdAt.toInstant());
  }
}
