package dev.belfry.alerting.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.time.ZoneOffset;
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
    time(view, "created_at", trace.decided());
    time(view, "startedAt", trace.started());
    view.raw("locations", locations(context.path("LOCATIONS")));
    view.number("locationsNeeded", number(context, "LOCATIONS_NEEDED"));
    if (row.holder() != null) {
      view.raw("heldBy", holder(row.holder()));
    }
    return view.raw("trace", trace(trace)).raw("handling", handling(row.handling())).end();
  }

  private static String handling(AlertRow.Handling handling) {
    JsonText view = JsonText.object();
    view.flag("open", handling.open());
    time(view, "acknowledgedAt", handling.acknowledged());
    view.string("acknowledgedBy", handling.acknowledgedBy());
    time(view, "snoozedUntil", handling.snoozed());
    return view.string("assignee", handling.assignee()).end();
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
    time(view, "scheduledAt", trace.scheduled());
    time(view, "startedAt", trace.started());
    time(view, "failedAt", trace.failed());
    time(view, "decidedAt", trace.decided());
    time(view, "queuedAt", trace.queued());
    time(view, "firstSentAt", trace.sent());
    time(view, "acknowledgedAt", trace.acknowledged());
    return view.end();
  }

  private static void time(JsonText view, String name, @Nullable Long millis) {
    view.time(name, millis == null ? null : Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC));
  }

  private static @Nullable String text(JsonNode context, String name) {
    return context.hasNonNull(name) ? context.get(name).asText() : null;
  }

  private static @Nullable Long number(JsonNode context, String name) {
    return context.hasNonNull(name) ? (Long) context.get(name).asLong() : null;
  }
}
