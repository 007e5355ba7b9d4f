package dev.belfry.statuspages.incident;

import dev.belfry.api.http.JsonText;
import dev.belfry.statuspages.page.ServiceView;

/** An incident as answers show it (specification, "Incident"). */
final class IncidentView {
  private IncidentView() {}

  static String of(IncidentRow row) {
    IncidentTimeline timeline = row.timeline();
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("name", row.name())
        .plain("severity", row.severity().name())
        .raw("services", JsonText.array(row.services().stream().map(ServiceView::of).toList()))
        .raw("incidentUpdates", IncidentUpdateView.of(row.updates()))
        .plain("lastUpdateStatus", timeline.lastStatus().name())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .number("duration", timeline.durationSeconds())
        .end();
  }
}
