package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;

/** A group as an answer shows it (wire contract 1.6), never with the value of a secret. */
final class GroupView {
  private GroupView() {}

  /** The answer's JSON text. */
  static String of(GroupRow row) {
    return JsonText.object()
        .number("id", row.id())
        .members(settings(row))
        .raw("alertChannelSubscriptions", row.subscriptions())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  private static String settings(GroupRow row) {
    ObjectNode settings = JsonText.parse(row.settings());
    Field<String> hidden = Field.of(null);
    return GroupCodec.with(
            settings, GroupSecrets.masked(GroupCodec.secrets(settings), hidden, password -> hidden))
        .toString();
  }
}
