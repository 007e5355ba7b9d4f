package dev.belfry.monitoring.maintenance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON members of a maintenance window: of a body, of an answer and of the document that a
 * project is compared by. No other class of the package names them.
 */
final class WindowCodec {
  /** The body of a new window. */
  static final DraftReader<WindowDraft> CREATE =
      new DraftReader<>(WindowCodec::read, WindowDraftRules::ofComplete);

  /** The body of an update. */
  static final DraftReader<WindowDraft> UPDATE =
      new DraftReader<>(WindowCodec::read, WindowDraftRules::ofUpdate);

  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";
  private static final String STARTS = "startsAt";
  private static final String ENDS = "endsAt";
  private static final String UNIT = "repeatUnit";
  private static final String INTERVAL = "repeatInterval";
  private static final String REPEAT_ENDS = "repeatEndsAt";
  private static final String ZONE = "timezone";
  private static final String TAGS = "tags";
  private static final String PAUSE = "pauseAllChecks";
  private static final String SILENCE = "silenceAllAlerts";
  private static final String SILENCE_TAGS = "silenceAlertsTags";
  private static final String VISIBILITY = "statusPageVisibility";
  private static final String ENABLED = "enabled";
  private static final String SERVICES = "serviceIds";

  private WindowCodec() {}

  /** Reads a body, or the document of a window. */
  static WindowDraft read(JsonNode body) {
    FieldReader window = new FieldReader(body);
    return new WindowDraft(
        window.text(NAME),
        window.text(DESCRIPTION),
        window.text(STARTS),
        window.text(ENDS),
        new WindowDraft.Repetition(
            window.text(UNIT), window.whole(INTERVAL), window.text(REPEAT_ENDS), window.text(ZONE)),
        new WindowDraft.Scope(
            window.texts(TAGS),
            window.flag(PAUSE),
            window.flag(SILENCE),
            window.texts(SILENCE_TAGS)),
        window.object(
            VISIBILITY,
            visibility ->
                new WindowDraft.VisibilityDraft(
                    visibility.flag(ENABLED), visibility.texts(SERVICES))));
  }

  /**
   * The window of a project's payload, in the form in which windows are compared.
   *
   * @param violations receives everything that is wrong
   */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    List<Violation> found = new ArrayList<>();
    WindowDraft draft = bodies.read("createMaintenanceWindow", payload, CREATE, found);
    violations.addAll(found);
    return found.isEmpty() ? document(draft.window()) : payload;
  }

  /** A window with every member, its times in UTC. */
  static ObjectNode document(MaintenanceWindow window) {
    return JsonText.parse(members(JsonText.object(), window).end());
  }

  /** Adds the members of a window to an answer. */
  static JsonText members(JsonText text, MaintenanceWindow window) {
    RecurrencePlan plan = window.plan();
    RepeatUnit unit = plan.unit();
    WindowScope scope = window.scope();
    return text.string(NAME, window.name())
        .string(DESCRIPTION, window.description())
        .time(STARTS, utc(plan.starts()))
        .time(ENDS, utc(plan.ends()))
        .string(UNIT, unit == null ? null : unit.name())
        .number(INTERVAL, unit == null ? null : Long.valueOf(plan.interval()))
        .time(REPEAT_ENDS, utc(plan.repeatEnds()))
        .string(ZONE, plan.zone() == null ? null : plan.zone().getId())
        .raw(TAGS, JsonText.strings(scope.tags()))
        .flag(PAUSE, scope.pauseAllChecks())
        .flag(SILENCE, scope.silenceAllAlerts())
        .raw(SILENCE_TAGS, JsonText.strings(scope.silenceAlertsTags()))
        .raw(VISIBILITY, visibility(window.visibility()));
  }

  private static String visibility(Visibility visibility) {
    return JsonText.object()
        .flag(ENABLED, visibility.enabled())
        .raw(SERVICES, JsonText.strings(visibility.serviceIds()))
        .end();
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }
}
