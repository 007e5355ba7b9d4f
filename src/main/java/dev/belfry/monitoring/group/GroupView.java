package dev.belfry.monitoring.group;

import dev.belfry.api.http.JsonText;

/** A group as an answer shows it (wire contract 1.6), never with the value of a secret. */
final class GroupView {
  private GroupView() {}

  /** The answer's JSON text. */
  static String of(GroupRow row) {
    return JsonText.object()
        .number("id", row.id())
        .members(GroupSecrets.masked(JsonText.parse(row.settings())).toString())
        .raw("alertChannelSubscriptions", row.subscriptions())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }
}
