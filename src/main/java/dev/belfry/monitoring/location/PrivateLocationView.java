package dev.belfry.monitoring.location;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.http.JsonText;
import java.util.List;

/** A private location as answers show it (wire contract 2.4). */
final class PrivateLocationView {
  private PrivateLocationView() {}

  static String of(PrivateLocationRow row) {
    return withKeys(row, row.keys());
  }

  /** The answer that creates it shows its first key, which is never shown again. */
  static String of(PrivateLocationRow row, OpaqueKey firstKey) {
    return withKeys(row, JsonText.array(List.of(LocationKeyView.of(firstKey))));
  }

  private static String withKeys(PrivateLocationRow row, String keys) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("name", row.name())
        .plain("slugName", row.slugName())
        .string("icon", row.icon())
        .string("proxyUrl", row.proxyUrl())
        .raw("keys", keys)
        .time("lastSeen", row.lastSeen())
        .number("agentCount", row.covering())
        .raw("agents", row.agents())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }
}
