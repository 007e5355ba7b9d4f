package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Which messages are to be sent again.
 *
 * @param sinceMs those queued at or after it, milliseconds since 1970
 * @param channelId null = of every channel
 * @param state DELIVERED or DEAD; null = both
 */
record ResendOrder(long sinceMs, @Nullable Long channelId, @Nullable String state) {
  static ResendOrder of(ObjectNode body) {
    JsonNode channel = body.path("channelId");
    return new ResendOrder(
        OffsetDateTime.parse(body.path("since").asText()).toInstant().toEpochMilli(),
        channel.isNumber() ? channel.longValue() : null,
        switch (body.path("status").asText("")) {
          case "SUCCESS" -> "DELIVERED";
          case "FAILURE" -> "DEAD";
          default -> null;
        });
  }
}
