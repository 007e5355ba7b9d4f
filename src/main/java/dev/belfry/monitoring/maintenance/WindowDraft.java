package dev.belfry.monitoring.maintenance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A body that creates or updates a window, and the window that it makes. */
final class WindowDraft {
  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

  private WindowDraft() {}

  /** What is wrong with the texts of a body whose form a schema cannot say. */
  static List<Violation> formViolations(ObjectNode body) {
    List<Violation> violations = new ArrayList<>();
    String zone = body.path("timezone").asText("");
    if (body.hasNonNull("timezone") && !zone.isEmpty() && !ZONES.contains(zone)) {
      violations.add(
          new Violation("/timezone", "must be the IANA name of a time zone such as Europe/Berlin"));
    }
    if (body.hasNonNull("repeatEndsAt") && !body.get("repeatEndsAt").asText().isEmpty()) {
      try {
        OffsetDateTime.parse(body.get("repeatEndsAt").asText());
      } catch (DateTimeParseException e) {
        violations.add(
            new Violation(
                "/repeatEndsAt",
                "must be a date and time with offset such as 2026-01-31T12:00:00.000Z"));
      }
    }
    return violations;
  }

  /** What is wrong with a body that creates a window. */
  static List<Violation> violations(ObjectNode body) {
    List<Violation> violations = new ArrayList<>(formViolations(body));
    violations.addAll(repeatViolations(body));
    boolean readable = body.hasNonNull("startsAt") && body.hasNonNull("endsAt");
    if (readable && violations.isEmpty()) {
      violations.addAll(MaintenanceRules.violations(window(body)));
    }
    return violations;
  }

  /** What is wrong with the repetition of a complete body. */
  static List<Violation> repeatViolations(ObjectNode body) {
    boolean counts = body.path("repeatInterval").asInt(0) > 0;
    boolean ends = !text(body, "repeatEndsAt").isEmpty();
    return body.hasNonNull("repeatUnit") || !(counts || ends)
        ? List.of()
        : List.of(new Violation("/repeatUnit", "is required with repeatInterval and repeatEndsAt"));
  }

  /**
   * The stored window, as a body, with the changes of another body: an absent member keeps its
   * value, and what does not repeat any more has no interval and no end.
   */
  static ObjectNode merged(ObjectNode stored, ObjectNode changes) {
    ObjectNode merged = stored.deepCopy();
    if (changes.has("repeatUnit") && changes.get("repeatUnit").isNull()) {
      merged.putNull("repeatInterval");
      merged.putNull("repeatEndsAt");
    }
    merged.setAll(changes);
    return merged;
  }

  /** The window of a complete body without fault. */
  static MaintenanceWindow window(ObjectNode body) {
    RepeatUnit unit =
        body.hasNonNull("repeatUnit") ? RepeatUnit.valueOf(body.get("repeatUnit").asText()) : null;
    String repeatEnds = text(body, "repeatEndsAt");
    String zone = text(body, "timezone");
    return new MaintenanceWindow(
        text(body, "name"),
        body.hasNonNull("description") ? text(body, "description") : null,
        new RecurrencePlan(
            time(text(body, "startsAt")),
            time(text(body, "endsAt")),
            unit,
            Math.max(1, body.path("repeatInterval").asInt(1)),
            repeatEnds.isEmpty() ? null : time(repeatEnds),
            zone(zone)),
        new WindowScope(
            texts(body.path("tags")),
            body.path("pauseAllChecks").asBoolean(),
            body.path("silenceAllAlerts").asBoolean(),
            texts(body.path("silenceAlertsTags"))),
        visibility(body.path("statusPageVisibility")));
  }

  private static Visibility visibility(JsonNode sent) {
    return new Visibility(
        sent.path("enabled").asBoolean(),
        texts(sent.path("serviceIds")).stream()
            .map(id -> id.toLowerCase(Locale.ROOT))
            .distinct()
            .toList());
  }

  /**
   * The window of a body that creates one, in the form in which windows are compared.
   *
   * @param violations receives everything that is wrong
   */
  static ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    List<Violation> found = new ArrayList<>();
    ObjectNode body = bodies.read("createMaintenanceWindow", payload, found);
    found.addAll(violations(body));
    violations.addAll(found);
    return found.isEmpty() ? document(window(body)) : body;
  }

  /** A window with every member, its times in UTC. */
  static ObjectNode document(MaintenanceWindow window) {
    return JsonText.parse(MaintenanceView.document(window));
  }

  private static @Nullable ZoneId zone(String name) {
    try {
      return name.isEmpty() ? null : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("no time zone " + name, e);
    }
  }

  private static Instant time(String text) {
    return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static String text(ObjectNode body, String member) {
    return body.hasNonNull(member) ? body.get(member).asText() : "";
  }

  private static List<String> texts(JsonNode list) {
    Set<String> texts = new LinkedHashSet<>();
    list.forEach(text -> texts.add(text.asText()));
    return List.copyOf(texts);
  }
}
