package dev.belfry.statuspages.incident;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** A correction of an update that is already public; null keeps the stored value. */
record IncidentUpdateEdit(
    String description,
    @Nullable IncidentStatus status,
    @Nullable OffsetDateTime publicDate,
    @Nullable Boolean notifySubscribers) {

  /** The edit in a valid body. */
  static IncidentUpdateEdit of(ObjectNode body) {
    JsonNode status = body.get("status");
    JsonNode notify = body.get("notifySubscribers");
    return new IncidentUpdateEdit(
        body.get("description").textValue(),
        status == null ? null : IncidentStatus.valueOf(status.textValue()),
        PublicDate.of(body),
        notify == null ? null : (Boolean) notify.booleanValue());
  }
}
