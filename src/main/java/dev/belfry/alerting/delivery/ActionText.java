package dev.belfry.alerting.delivery;

import dev.belfry.alerting.delivery.ActionMessage.Action;
import dev.belfry.alerting.delivery.ActionMessage.Group;
import dev.belfry.platform.template.TextLimit;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a message about an action says. Pure. */
final class ActionText {
  private static final int LONGEST_NAME = 200;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** How the trail names a caller with an API key, a person, and the link of a message. */
  private static final String KEY = "key:";

  private static final String USER = "user:";
  private static final String LINK = "link";

  private ActionText() {}

  /**
   * Who acted, as people read it.
   *
   * @param actor as in the trail
   * @param name of the API key or person, null without one
   */
  static String actor(String actor, @Nullable String name) {
    if (name != null) {
      return (actor.startsWith(USER) ? "" : "API key ") + TextLimit.cut(name, LONGEST_NAME);
    }
    if (actor.startsWith(KEY)) {
      return "an API key";
    }
    if (actor.startsWith(USER)) {
      return "a former member";
    }
    return actor.equals(LINK) ? "the link in a message" : TextLimit.cut(actor, LONGEST_NAME);
  }

  /** One or two sentences, and the note on a line of its own. */
  static String of(ActionMessage message) {
    Action action = message.action();
    Group group = message.group();
    String text = sentence(action) + (group == null ? "." : ": " + subject(action) + ".");
    if (group != null) {
      text += progress(action, group);
    }
    return action.note() == null ? text : text + "\n" + action.note();
  }

  private static String sentence(Action action) {
    return switch (action.type()) {
      case ACKNOWLEDGE -> "Acknowledged by " + action.actor();
      case UNACKNOWLEDGE -> "Acknowledgement withdrawn by " + action.actor();
      case SNOOZE ->
          "Snoozed until "
              + TIME.format(Instant.ofEpochMilli(action.until() == null ? 0 : action.until()))
              + " by "
              + action.actor();
      case UNSNOOZE -> "Snooze ended by " + action.actor();
      case ASSIGN -> "Assigned by " + action.actor();
      case UNASSIGN -> "Assignment removed by " + action.actor();
      case COMMENT -> "Comment by " + action.actor();
    };
  }

  private static String subject(Action action) {
    return action.alerts() == 1 && !action.subject().isEmpty()
        ? TextLimit.cut(action.subject(), LONGEST_NAME)
        : action.alerts() + (action.alerts() == 1 ? " monitor" : " monitors");
  }

  private static String progress(Action action, Group group) {
    return switch (action.type()) {
      case ACKNOWLEDGE, UNACKNOWLEDGE ->
          " %d of %d open alerts %s acknowledged."
              .formatted(
                  group.acknowledged(), group.open(), group.acknowledged() == 1 ? "is" : "are");
      case SNOOZE, UNSNOOZE, ASSIGN, UNASSIGN, COMMENT -> "";
    };
  }
}
