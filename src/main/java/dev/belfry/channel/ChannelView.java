package dev.belfry.channel;

import dev.belfry.http.JsonText;

/**
 * Channels as answers show them (wire contract 2.4).
 *
 * @param mail whether mail is sent at all
 */
record ChannelView(boolean mail) {
  private static final String NO_MAIL =
      "[\"No mail reaches this channel: the service has no mail server (BELFRY_SMTP_URL)\"]";

  /** The answer's JSON text; the documents are passed through. */
  String of(ChannelRow row) {
    JsonText json =
        JsonText.object()
            .number("id", row.id())
            .plain("type", row.type())
            .raw("config", row.config())
            .raw("subscriptions", row.subscriptions())
            .members(row.settings())
            .time("created_at", row.createdAt())
            .time("updated_at", row.updatedAt());
    if (!mail && row.type().equals(ChannelType.EMAIL.name())) {
      json.raw("warnings", NO_MAIL);
    }
    return json.end();
  }
}
