package dev.belfry.alerting.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.Violation;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An action about an alert, as a body asks for it.
 *
 * @param until end of a snooze, milliseconds since 1970; null for another action
 * @param assignee a name or an {@link AssignedTeam}, null for another action than an assignment
 * @param note null for none
 */
record AlertAction(
    AlertActionType type, @Nullable Long until, @Nullable String assignee, @Nullable String note) {
  /** A longer silence is a maintenance window. */
  static final Duration LONGEST_SNOOZE = Duration.ofDays(30);

  /** The acknowledgement by the link of a message. */
  static final AlertAction BY_LINK = new AlertAction(AlertActionType.ACKNOWLEDGE, null, null, null);

  /** Reads a body without {@link #violations}. */
  static AlertAction of(ObjectNode body) {
    String until = text(body, "until");
    return new AlertAction(
        AlertActionType.valueOf(body.path("action").asText()),
        until == null ? null : (Long) OffsetDateTime.parse(until).toInstant().toEpochMilli(),
        AssignedTeam.stored(text(body, "assignee")),
        text(body, "note"));
  }

  /** What the contract cannot say of a body; the time is judged elsewhere. */
  static List<Violation> violations(ObjectNode body) {
    String action = body.path("action").asText();
    List<Violation> violations = new ArrayList<>(0);
    check(body, "until", AlertActionType.SNOOZE, violations);
    check(body, "assignee", AlertActionType.ASSIGN, violations);
    Violation stranger = AssignedTeam.violation(text(body, "assignee"));
    if (stranger != null) {
      violations.add(stranger);
    }
    if (action.equals(AlertActionType.COMMENT.name()) && text(body, "note") == null) {
      violations.add(new Violation("/note", "is required for the action COMMENT"));
    }
    return violations;
  }

  /** A member that one action needs, and no other takes. */
  private static void check(
      ObjectNode body, String member, AlertActionType owner, List<Violation> violations) {
    String action = body.path("action").asText();
    boolean required = action.equals(owner.name());
    if (required != (text(body, member) != null)) {
      String problem = required ? "is required" : "must be absent";
      violations.add(new Violation("/" + member, problem + " for the action " + action));
    }
  }

  /**
   * What is wrong with the end of a snooze by a clock, milliseconds since 1970; null if nothing.
   */
  @Nullable Violation tooLate(long now) {
    if (until == null) {
      return null;
    }
    return until <= now || until > now + LONGEST_SNOOZE.toMillis()
        ? new Violation("/until", "must be in the future, by 30 days at most")
        : null;
  }

  /** Whether it would acknowledge what is acknowledged, or take back what is not. */
  boolean isIdle(Attention attention) {
    return (type == AlertActionType.ACKNOWLEDGE && attention.acknowledged())
        || (type == AlertActionType.UNACKNOWLEDGE && !attention.acknowledged());
  }

  /** Whether it changes who attends to the problem, or until when; others are told only then. */
  boolean changes(Attention attention, long now) {
    return switch (type) {
      case ACKNOWLEDGE, UNACKNOWLEDGE -> !isIdle(attention);
      case SNOOZE -> true;
      case UNSNOOZE -> attention.snoozedUntil() > now;
      case ASSIGN, UNASSIGN, COMMENT -> false;
    };
  }

  /** The state after this action. */
  AlertState applied(AlertState state, AlertPolicy policy, long now) {
    return switch (type) {
      case ACKNOWLEDGE -> AlertEngine.acknowledge(state, policy, true, now);
      case UNACKNOWLEDGE -> AlertEngine.acknowledge(state, policy, false, now);
      case SNOOZE -> AlertEngine.snooze(state, policy, until == null ? 0 : until, now);
      case UNSNOOZE -> AlertEngine.snooze(state, policy, 0, now);
      case ASSIGN, UNASSIGN, COMMENT -> state;
    };
  }

  private static @Nullable String text(ObjectNode body, String name) {
    JsonNode value = body.path(name);
    return value.isTextual() && !value.asText().isBlank() ? value.asText().strip() : null;
  }
}
