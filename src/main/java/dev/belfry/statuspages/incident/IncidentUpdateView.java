package dev.belfry.statuspages.incident;

import dev.belfry.api.http.JsonText;
import java.util.List;

/** An update of an incident as answers show it (specification, "IncidentUpdate"). */
final class IncidentUpdateView {
  private IncidentUpdateView() {}

  static String of(IncidentUpdateRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("description", row.description())
        .plain("status", row.status().name())
        .time("publicIncidentUpdateDate", row.publicDate())
        .time("created_at", row.createdAt())
        .flag("notifySubscribers", row.notifySubscribers())
        .end();
  }

  static String of(List<IncidentUpdateRow> rows) {
    return JsonText.array(rows.stream().map(IncidentUpdateView::of).toList());
  }
}
