package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.JsonText;

/** A channel as an answer shows it (wire contract 2.4). */
final class ChannelView {
  private final ChannelAvailability availability;
  private final ChannelHooks hooks;

  ChannelView(ChannelAvailability availability, ChannelHooks hooks) {
    this.availability = availability;
    this.hooks = hooks;
  }

  /** The answer's JSON text; the documents are passed through. */
  String of(ChannelRow row, ApiRequest request) {
    String config = request.masksSecrets() ? row.config() : withoutSecrets(row.config());
    JsonText channel = JsonText.object();
    hooks
        .address(row.id(), ChannelType.valueOf(row.type()), request.caller().seesCredentials())
        .ifPresent(address -> channel.plain("hookUrl", address));
    return channel
        .number("id", row.id())
        .plain("type", row.type())
        .raw(
            "config",
            request.caller().seesCredentials() ? config : CredentialMask.masked(row.type(), config))
        .raw("subscriptions", row.subscriptions())
        .members(row.settings())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .raw("health", health(row))
        .end();
  }

  private static String withoutSecrets(String config) {
    if (!config.contains(CredentialMask.MASK)) {
      return config;
    }
    ObjectNode shown = JsonText.parse(config);
    shown.remove(ConfigMember.secretNames());
    return shown.toString();
  }

  private String health(ChannelRow row) {
    return ChannelHealth.of(row.stats(), availability.hindrance(ChannelType.valueOf(row.type())));
  }
}
