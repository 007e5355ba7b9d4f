package dev.belfry.alerting.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of an alert (wire contract 2.1) with its trace. */
final class AlertView {
  private AlertView() {}

  /** The JSON text. */
  static String of(AlertRow row) {
    ObjectNode context = JsonText.parse(row.context());
    AlertRow.Trace trace = row.trace();
    JsonText view = JsonText.object();
    view.plain("id", row.id().toString());
    view.string("name", text(context, "CHECK_NAME"));
    view.plain("checkId", row.checkId().toString());
    view.plain("alertType", row.type());
    view.string("checkType", text(context, "CHECK_TYPE"));
    view.string("runLocation", text(context, "RUN_LOCATION"));
    view.number("responseTime", number(context, "RESPONSE_TIME"));
    view.string("error", text(context, "CHECK_ERROR_MESSAGE"));
    view.number("statusCode", number(context, "API_CHECK_RESPONSE_STATUS_CODE"));
    view.millis("created_at", trace.decided());
    view.millis("startedAt", trace.started());
    view.raw("locations", locations(context.path("LOCATIONS")));
    view.number("locationsNeeded", number(context, "LOCATIONS_NEEDED"));
    if (context.path("FLAPPING").isBoolean()) {
      view.flag("flapping", context.path("FLAPPING").booleanValue());
    }
    if (row.holder() != null) {
      view.raw("heldBy", holder(row.holder()));
    }
    return view.raw("trace", trace(trace)).raw("handling", handling(row.handling())).end();
  }

  private static String handling(AlertRow.Handling handling) {
    JsonText view = JsonText.object();
    view.flag("open", handling.open());
    view.millis("acknowledgedAt", handling.acknowledged());
    view.string("acknowledgedBy", handling.acknowledgedBy());
    view.string("acknowledgedByName", handling.acknowledgedByName());
    view.millis("snoozedUntil", handling.snoozed());
    view.string("assignee", handling.assignee());
    return view.string("assigneeName", handling.assigneeName()).end();
  }

  private static String locations(JsonNode found) {
    List<String> all = new ArrayList<>();
    for (JsonNode one : found) {
      JsonText view = JsonText.object();
      view.string("location", text(one, "location"));
      view.string("verdict", text(one, "verdict"));
      view.string("error", text(one, "error"));
      all.add(view.number("responseTime", number(one, "responseTime")).end());
    }
    return JsonText.array(all);
  }

  private static String holder(Holder holder) {
    JsonText view = JsonText.object();
    if (holder.checkId() != null) {
      view.plain("checkId", holder.checkId().toString());
    } else {
      view.number("groupId", holder.groupId());
    }
    return view.string("name", holder.name()).end();
  }

  private static String trace(AlertRow.Trace trace) {
    JsonText view = JsonText.object();
    view.millis("scheduledAt", trace.scheduled());
    view.millis("startedAt", trace.started());
    view.millis("failedAt", trace.failed());
    view.millis("decidedAt", trace.decided());
    view.millis("queuedAt", trace.queued());
    view.millis("firstSentAt", trace.sent());
    view.millis("acknowledgedAt", trace.acknowledged());
    return view.end();
  }

  private static @Nullable String text(JsonNode context, String name) {
    return context.hasNonNull(name) ? context.get(name).asText() : null;
  }

  private static @Nullable Long number(JsonNode context, String name) {
    return context.hasNonNull(name) ? (Long) context.get(name).asLong() : null;
  }
}
