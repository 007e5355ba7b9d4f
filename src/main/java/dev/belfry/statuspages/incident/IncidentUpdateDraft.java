package dev.belfry.statuspages.incident;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A new update of an incident.
 *
 * @param publicDate when it is said to have happened, null for now
 */
record IncidentUpdateDraft(
    String description,
    IncidentStatus status,
    @Nullable OffsetDateTime publicDate,
    boolean notifySubscribers) {

  /** The draft in a valid body; the contract has filled in the defaults. */
  static IncidentUpdateDraft of(ObjectNode body) {
    return new IncidentUpdateDraft(
        body.get("description").textValue(),
        IncidentStatus.valueOf(body.get("status").textValue()),
        PublicDate.of(body),
        body.get("notifySubscribers").booleanValue());
  }
}
