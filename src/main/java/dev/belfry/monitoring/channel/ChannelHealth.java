package dev.belfry.monitoring.channel;

import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The health of a channel as an answer shows it. */
final class ChannelHealth {
  private ChannelHealth() {}

  /**
   * The member's JSON text.
   *
   * @param hindrance why nothing can be sent to channels of the type, empty when it can
   */
  static String of(ChannelDeliveryStats news, String hindrance) {
    return JsonText.object()
        .plain("status", status(news, hindrance))
        .time("lastDeliveredAt", time(news.deliveredMs()))
        .time("lastFailedAt", time(news.failedMs()))
        .string("lastError", hindrance.isEmpty() ? news.error() : hindrance)
        .number("waiting", news.waiting())
        .number("dead", news.dead())
        .end();
  }

  private static String status(ChannelDeliveryStats news, String hindrance) {
    if (!hindrance.isEmpty()) {
      return "NOT_CONFIGURED";
    }
    Long delivered = news.deliveredMs();
    Long failed = news.failedMs();
    if (failed != null && (delivered == null || failed > delivered)) {
      return "FAILING";
    }
    return delivered == null ? "UNKNOWN" : "OK";
  }

  private static java.time.@Nullable OffsetDateTime time(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
  }
}
