package dev.belfry.monitoring.channel;

import dev.belfry.api.http.JsonText;

/** The health of a channel as an answer shows it. */
final class ChannelHealth {
  private ChannelHealth() {}

  /**
   * The member's JSON text.
   *
   * @param hindrance why nothing can be sent to channels of the type, empty when it can
   */
  static String of(ChannelDeliveryStats stats, String hindrance) {
    return JsonText.object()
        .plain("status", status(stats, hindrance))
        .millis("lastDeliveredAt", stats.deliveredMs())
        .millis("lastFailedAt", stats.failedMs())
        .string("lastError", hindrance.isEmpty() ? stats.error() : hindrance)
        .number("waiting", stats.waiting())
        .number("dead", stats.dead())
        .end();
  }

  private static String status(ChannelDeliveryStats stats, String hindrance) {
    if (!hindrance.isEmpty()) {
      return "NOT_CONFIGURED";
    }
    Long delivered = stats.deliveredMs();
    Long failed = stats.failedMs();
    if (failed != null && (delivered == null || failed > delivered)) {
      return "FAILING";
    }
    return delivered == null ? "UNKNOWN" : "OK";
  }
}
