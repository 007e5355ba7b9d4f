package dev.belfry.monitoring.channel;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;

/** A channel as an answer shows it (wire contract 2.4). */
final class ChannelView {
  private ChannelView() {}

  /** The answer's JSON text; the documents are passed through. */
  static String of(ChannelRow row, ChannelAvailability availability, Caller caller) {
    return JsonText.object()
        .number("id", row.id())
        .plain("type", row.type())
        .raw(
            "config",
            caller.seesCredentials()
                ? row.config()
                : CredentialMask.masked(row.type(), row.config()))
        .raw("subscriptions", row.subscriptions())
        .members(row.settings())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .raw("health", health(row, availability))
        .end();
  }

  private static String health(ChannelRow row, ChannelAvailability availability) {
    return ChannelHealth.of(row.stats(), availability.hindrance(ChannelType.valueOf(row.type())));
  }
}
