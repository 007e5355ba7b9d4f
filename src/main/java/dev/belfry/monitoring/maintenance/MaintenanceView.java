package dev.belfry.monitoring.maintenance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A window as an answer shows it (wire contract 2.4). */
final class MaintenanceView {
  private MaintenanceView() {}

  static String of(WindowRow row) {
    return members(JsonText.object().number("id", row.id()), row.window())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  /** What people say of a window, as one document. */
  static String document(MaintenanceWindow window) {
    return members(JsonText.object(), window).end();
  }

  /** The same with the id of the window. */
  static String identified(long id, MaintenanceWindow window) {
    return members(JsonText.object().number("id", id), window).end();
  }

  private static JsonText members(JsonText text, MaintenanceWindow window) {
    RecurrencePlan plan = window.plan();
    RepeatUnit unit = plan.unit();
    WindowScope scope = window.scope();
    return text.string("name", window.name())
        .string("description", window.description())
        .time("startsAt", utc(plan.starts()))
        .time("endsAt", utc(plan.ends()))
        .string("repeatUnit", unit == null ? null : unit.name())
        .number("repeatInterval", unit == null ? null : Long.valueOf(plan.interval()))
        .time("repeatEndsAt", utc(plan.repeatEnds()))
        .string("timezone", plan.zone() == null ? null : plan.zone().getId())
        .raw("tags", array(scope.tags()))
        .flag("pauseAllChecks", scope.pauseAllChecks())
        .flag("silenceAllAlerts", scope.silenceAllAlerts())
        .raw("silenceAlertsTags", array(scope.silenceAlertsTags()))
        .raw("statusPageVisibility", visibility(window.visibility()));
  }

  private static String visibility(Visibility visibility) {
    return JsonText.object()
        .flag("enabled", visibility.enabled())
        .raw("serviceIds", array(visibility.serviceIds()))
        .end();
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }

  private static String array(List<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array.toString();
  }
}
