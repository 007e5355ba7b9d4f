package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.CredentialMask;
import dev.belfry.monitoring.channel.SubscribedChannels;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.monitoring.heartbeat.PingLinks;
import dev.belfry.platform.seal.IdTokens;

/** A check as an answer shows it (specification, "URL monitor (response shape)"). */
final class MonitorView {
  private final PingLinks pings;

  MonitorView(PingLinks pings) {
    this.pings = pings;
  }

  /**
   * The answer's JSON text; the settings document is passed through, without secrets.
   *
   * @param masks whether {@code ****} stands for a secret, in place of null
   */
  String of(MonitorRow row, Caller caller, boolean masks) {
    JsonText answer =
        JsonText.object()
            .plain("id", row.id().toString())
            .plain("checkType", row.checkType())
            .members(settings(row, caller, masks))
            .number("groupId", row.groupId())
            .string("scriptPath", row.source())
            .time("created_at", row.createdAt())
            .time("updated_at", row.updatedAt());
    return Dependencies.addTo(
            SubscribedChannels.addTo(answer, row.subscriptions(), caller), row.dependencies())
        .end();
  }

  private String settings(MonitorRow row, Caller caller, boolean masks) {
    CheckType type = CheckType.valueOf(row.checkType());
    if (type == CheckType.HEARTBEAT) {
      return withPings(row, caller);
    }
    if (!type.hasVariables()) {
      return row.settings();
    }
    ObjectNode settings = CheckSecrets.hidden(row.settings(), masks);
    return (caller.seesCredentials() ? settings : CredentialMask.maskCheck(settings)).toString();
  }

  /** The settings with the ping URL, which authorizes pings. */
  private String withPings(MonitorRow row, Caller caller) {
    ObjectNode settings = JsonText.parse(row.settings());
    String token = caller.seesCredentials() ? pings.token(row.id()) : IdTokens.HIDDEN;
    settings.withObject("/heartbeat").put("pingToken", token).put("pingUrl", pings.url(token));
    return settings.toString();
  }
}
