package dev.belfry.monitoring.monitor;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.CredentialMask;
import dev.belfry.monitoring.channel.SubscribedChannels;
import dev.belfry.monitoring.check.CheckType;

/** A check as an answer shows it (specification, "URL monitor (response shape)"). */
final class MonitorView {
  private MonitorView() {}

  /** The answer's JSON text; the settings document is passed through, without secrets. */
  static String of(MonitorRow row, Caller caller) {
    JsonText answer =
        JsonText.object()
            .plain("id", row.id().toString())
            .plain("checkType", row.checkType())
            .members(settings(row, caller))
            .number("groupId", row.groupId())
            .time("created_at", row.createdAt())
            .time("updated_at", row.updatedAt());
    return SubscribedChannels.addTo(answer, row.subscriptions(), caller).end();
  }

  private static String settings(MonitorRow row, Caller caller) {
    if (!CheckType.valueOf(row.checkType()).hasVariables()) {
      return row.settings();
    }
    String settings = CheckSecrets.hidden(row.settings());
    return caller.seesCredentials() ? settings : CredentialMask.maskedRequest(settings);
  }
}
