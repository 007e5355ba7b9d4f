package dev.belfry.monitoring.monitor;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.SubscribedChannels;

/** A check as an answer shows it (specification, "URL monitor (response shape)"). */
final class MonitorView {
  private MonitorView() {}

  /** The answer's JSON text; the settings document is passed through. */
  static String of(MonitorRow row, Caller caller) {
    JsonText answer =
        JsonText.object()
            .plain("id", row.id().toString())
            .plain("checkType", row.checkType())
            .members(row.settings())
            .number("groupId", row.groupId())
            .time("created_at", row.createdAt())
            .time("updated_at", row.updatedAt());
    return SubscribedChannels.addTo(answer, row.subscriptions(), caller).end();
  }
}
