package dev.belfry.statuspages.incident;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.page.ServiceCodec;
import java.util.ArrayList;
import java.util.List;

/** The JSON of incidents (specification, "Incident"). */
final class IncidentCodec {
  private static final String NAME = "name";
  private static final String SEVERITY = "severity";
  private static final String SERVICES = "services";
  private static final String UPDATES = "incidentUpdates";

  private IncidentCodec() {}

  /** The draft in a body that creates an incident. */
  static IncidentDraft draft(ObjectNode body) {
    List<IncidentUpdateDraft> updates = new ArrayList<>();
    for (var update : body.path(UPDATES)) {
      updates.add(IncidentUpdateCodec.draft(update));
    }
    return new IncidentDraft(change(body), updates);
  }

  /** The change in a body that replaces or patches an incident. */
  static IncidentChange change(ObjectNode body) {
    FieldReader incident = new FieldReader(body);
    return new IncidentChange(
        incident.text(NAME),
        incident.text(SEVERITY, Severity::valueOf),
        incident.read(SERVICES, ServiceCodec::references));
  }

  /** JSON pointer of a service's id in a body. */
  static String servicePointer(int index) {
    return ServiceCodec.pointer("/" + SERVICES, index);
  }

  /** JSON pointer of an update in a body. */
  static String updatePointer(int index) {
    return "/" + UPDATES + "/" + index;
  }

  /** The JSON text of an incident. */
  static String json(IncidentRow row) {
    IncidentTimeline timeline = row.timeline();
    return JsonText.object()
        .plain("id", row.id().toString())
        .string(NAME, row.name())
        .plain(SEVERITY, row.severity().name())
        .raw(SERVICES, JsonText.array(row.services().stream().map(ServiceCodec::json).toList()))
        .raw(UPDATES, IncidentUpdateCodec.json(row.updates()))
        .plain("lastUpdateStatus", timeline.lastStatus().name())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .number("duration", timeline.durationSeconds())
        .end();
  }
}
