package dev.belfry.statuspages.incident;

import java.util.List;

/**
 * A new incident.
 *
 * @param updates at least one in a body without violations
 */
record IncidentDraft(IncidentChange incident, List<IncidentUpdateDraft> updates) {
  IncidentDraft {
    updates = List.copyOf(updates);
  }
}
