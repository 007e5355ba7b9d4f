package dev.belfry.alerting.grouping;

import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a group: an action or a message; the other is null. Times are
 * milliseconds since 1970.
 */
record GroupEvent(UUID id, long at, @Nullable Action action, @Nullable Message message) {
  /**
   * What a person did about some of its alerts.
   *
   * @param actorName name of the API key or person, null without one
   * @param assigneeName name of the team or the member that it is, null for another
   * @param until end of a snooze, null for another action
   * @param alerts how many alerts it was about
   * @param names of the monitors, the first ten
   */
  record Action(
      String type,
      String actor,
      @Nullable String actorName,
      @Nullable String note,
      @Nullable String assignee,
      @Nullable String assigneeName,
      @Nullable Long until,
      int alerts,
      List<String> names) {
    Action {
      names = List.copyOf(names);
    }
  }

  /**
   * A message to the channel of the group.
   *
   * @param revision number of a message about the group, null for one about an action
   * @param stage of a message about the group, null for one about an action
   * @param actionId the action that it tells of, null for one about the group
   */
  record Message(
      String kind,
      @Nullable Integer revision,
      @Nullable String stage,
      @Nullable UUID actionId,
      Delivery delivery) {}

  /**
   * What became of a message.
   *
   * @param next time of the next attempt, null unless it is pending
   */
  record Delivery(
      String state,
      int attempts,
      @Nullable Integer status,
      @Nullable String answer,
      @Nullable Long sent,
      @Nullable Long answered,
      @Nullable Long next) {}

  /** Reads a row of {@code group-events.sql} that has an event. */
  static GroupEvent of(Row row) {
    return new GroupEvent(
        row.getUUID(0),
        row.getLong(1),
        row.getString(2) == null ? null : action(row),
        row.getString(9) == null ? null : message(row));
  }

  private static Action action(Row row) {
    return new Action(
        row.getString(2),
        row.getString(3),
        row.getString(20),
        row.getString(4),
        row.getString(5),
        row.getString(21),
        row.getLong(6),
        row.getInteger(7),
        List.of(row.getArrayOfStrings(8)));
  }

  private static Message message(Row row) {
    return new Message(
        row.getString(9),
        row.getInteger(10),
        row.getString(11),
        row.getUUID(12),
        new Delivery(
            row.getString(13),
            row.getInteger(14),
            row.getInteger(15),
            row.getString(16),
            row.getLong(17),
            row.getLong(18),
            row.getLong(19)));
  }

  /** The JSON text. */
  String json() {
    return JsonText.object()
        .plain("id", id.toString())
        .plain("type", action != null ? "ACTION" : "MESSAGE")
        .millis("created_at", at)
        .raw("action", action == null ? "null" : json(action))
        .raw("message", message == null ? "null" : json(message))
        .end();
  }

  private static String json(Action action) {
    return JsonText.object()
        .plain("action", action.type())
        .string("actor", action.actor())
        .string("actorName", action.actorName())
        .string("note", action.note())
        .string("assignee", action.assignee())
        .string("assigneeName", action.assigneeName())
        .millis("until", action.until())
        .number("alerts", (long) action.alerts())
        .raw("monitors", JsonText.strings(action.names()))
        .end();
  }

  private static String json(Message message) {
    Delivery delivery = message.delivery();
    return JsonText.object()
        .plain("kind", message.kind())
        .string("stage", message.stage())
        .number("revision", number(message.revision()))
        .string("alertActionId", message.actionId() == null ? null : message.actionId().toString())
        .plain("status", MessageStatus.of(delivery.state()))
        .number("attempts", (long) delivery.attempts())
        .number("statusCode", number(delivery.status()))
        .string("notificationResult", delivery.answer())
        .millis("sentAt", delivery.sent())
        .millis("answeredAt", delivery.answered())
        .millis("nextAttemptAt", delivery.next())
        .end();
  }

  private static @Nullable Long number(@Nullable Integer number) {
    return number == null ? null : (Long) number.longValue();
  }
}
