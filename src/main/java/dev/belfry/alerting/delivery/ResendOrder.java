package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Selects the messages to send again.
 *
 * @param sinceMs earliest time of queueing, milliseconds since 1970
 * @param channelId null for every channel
 * @param state DELIVERED or DEAD, null for both
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
