package dev.belfry.statuspages.incident;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A new incident.
 *
 * @param services ids of the affected services, in the order of the answer, none twice
 * @param updates at least one
 */
record IncidentDraft(
    String name, Severity severity, List<UUID> services, List<IncidentUpdateDraft> updates) {
  IncidentDraft {
    services = List.copyOf(services);
    updates = List.copyOf(updates);
  }

  /** The draft in a valid body. */
  static IncidentDraft of(ObjectNode body) {
    List<IncidentUpdateDraft> updates = new ArrayList<>();
    body.get("incidentUpdates")
        .forEach(update -> updates.add(IncidentUpdateDraft.of((ObjectNode) update)));
    return new IncidentDraft(
        body.get("name").textValue(),
        Severity.valueOf(body.get("severity").textValue()),
        IncidentChange.services(body.get("services")),
        updates);
  }
}
