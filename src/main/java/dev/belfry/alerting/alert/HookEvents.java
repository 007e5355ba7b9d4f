package dev.belfry.alerting.alert;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads what PagerDuty (webhooks V3) and Opsgenie (webhook integration) tell about alerts. Empty
 * for what concerns no alert or changes nothing here. A problem that people close there goes on
 * here until its check recovers: they attend to it.
 */
final class HookEvents {
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_NOTE = 2_000;
  private static final int LONGEST_EVENT = 100;

  private HookEvents() {}

  /** Reads the body of a request of PagerDuty. */
  static Optional<HookAction> ofPagerDuty(JsonNode body) {
    JsonNode event = body.path("event");
    JsonNode incident = event.path("data");
    String actor = actor("PagerDuty", event.path("agent").path("summary"));
    AlertAction action =
        switch (event.path("event_type").asText("")) {
          case "incident.acknowledged" -> plain(AlertActionType.ACKNOWLEDGE);
          case "incident.unacknowledged" -> plain(AlertActionType.UNACKNOWLEDGE);
          case "incident.resolved" -> closed("Resolved in PagerDuty");
          case "incident.reassigned" -> assigned(names(incident.path("assignees")));
          default -> null;
        };
    return of(incident.path("incident_key"), action, actor, event.path("id").asText(""));
  }

  /**
   * Reads the body of a request of Opsgenie; empty also for what Belfry did there itself, which is
   * no news: two such services would tell each other for ever.
   *
   * @param now milliseconds since 1970
   */
  static Optional<HookAction> ofOpsgenie(JsonNode body, long now) {
    JsonNode alert = body.path("alert");
    if (alert.path("username").asText("").equals(ActionAudience.OURSELVES)
        || body.path("source").path("name").asText("").equals(ActionAudience.OURSELVES)) {
      return Optional.empty();
    }
    String kind = body.path("action").asText("");
    AlertAction action =
        switch (kind) {
          case "Acknowledge" -> plain(AlertActionType.ACKNOWLEDGE);
          case "UnAcknowledge" -> plain(AlertActionType.UNACKNOWLEDGE);
          case "Close" -> closed("Closed in Opsgenie");
          case "AssignOwnership" -> assigned(alert.path("owner").asText(""));
          case "AddNote" -> commented(alert.path("note").asText(""));
          case "Snooze" -> snoozed(alert, now);
          default -> null;
        };
    return of(
        alert.path("alias"),
        action,
        actor("Opsgenie", alert.path("username")),
        kind + " " + alert.path("updatedAt").asText(""));
  }

  private static Optional<HookAction> of(
      JsonNode key, @Nullable AlertAction action, String actor, String event) {
    if (action == null) {
      return Optional.empty();
    }
    try {
      UUID episode = UUID.fromString(key.asText(""));
      return Optional.of(new HookAction(episode, action, actor, cut(event, LONGEST_EVENT)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // An incident of another source.
    }
  }

  private static AlertAction plain(AlertActionType type) {
    return new AlertAction(type, null, null, null);
  }

  private static AlertAction closed(String note) {
    return new AlertAction(AlertActionType.ACKNOWLEDGE, null, null, note);
  }

  private static @Nullable AlertAction assigned(String assignee) {
    String name = cut(assignee, LONGEST_NAME);
    return name.isEmpty() ? null : new AlertAction(AlertActionType.ASSIGN, null, name, null);
  }

  private static @Nullable AlertAction commented(String note) {
    String text = cut(note, LONGEST_NOTE);
    return text.isEmpty() ? null : new AlertAction(AlertActionType.COMMENT, null, null, text);
  }

  /** A snooze that Belfry does not offer as long ends earlier; one without a future end is none. */
  private static @Nullable AlertAction snoozed(JsonNode alert, long now) {
    Long end = time(alert.path("snoozeEndDate"));
    if (end == null) {
      end = time(alert.path("snoozedUntil"));
    }
    return end == null || end <= now
        ? null
        : new AlertAction(
            AlertActionType.SNOOZE,
            Math.min(end, now + AlertAction.LONGEST_SNOOZE.toMillis()),
            null,
            null);
  }

  private static @Nullable Long time(JsonNode value) {
    if (value.isIntegralNumber()) {
      return value.asLong();
    }
    try {
      return OffsetDateTime.parse(value.asText("")).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static String names(JsonNode people) {
    List<String> names = new ArrayList<>();
    people.forEach(person -> names.add(person.path("summary").asText("")));
    names.removeIf(String::isBlank);
    return String.join(", ", names);
  }

  private static String actor(String service, JsonNode name) {
    String person = cut(name.asText(""), LONGEST_NAME);
    return person.isEmpty() ? service : service + ": " + person;
  }

  /** A text without NUL, which the database cannot store, and at most so long. */
  private static String cut(String text, int most) {
    String clean = text.replace("\0", "").strip();
    if (clean.length() <= most) {
      return clean;
    }
    return clean.substring(0, Character.isHighSurrogate(clean.charAt(most - 1)) ? most - 1 : most);
  }
}
