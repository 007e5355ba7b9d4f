package dev.belfry.alerting.alert;

import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored action about an alert.
 *
 * @param alertId the alert that it named; it concerns the whole episode
 * @param actorName name of the API key or person, null without one
 * @param assigneeName name of the team or the member that it is, null for another
 * @param until end of a snooze, milliseconds since 1970, null for another action
 * @param at milliseconds since 1970
 */
record AlertActionRow(
    UUID id,
    UUID alertId,
    String action,
    String actor,
    @Nullable String actorName,
    @Nullable String note,
    @Nullable String assignee,
    @Nullable String assigneeName,
    @Nullable Long until,
    long at) {
  static final String COLUMNS =
      """
      id, alert_id, action, actor, actor_name(account_id, actor), note, assignee,
        assignee_name(account_id, assignee), until_ms, at_ms""";

  static AlertActionRow of(Row row) {
    return new AlertActionRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getLong(8),
        row.getLong(9));
  }

  /** The JSON text. */
  String json() {
    return JsonText.object()
        .plain("id", id.toString())
        .plain("alertId", alertId.toString())
        .plain("action", action)
        .string("actor", actor)
        .string("actorName", actorName)
        .string("note", note)
        .string("assignee", assignee)
        .string("assigneeName", assigneeName)
        .millis("until", until)
        .millis("created_at", at)
        .end();
  }
}
