package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** One subscription as a body asks for it. */
record RequestedSubscription(long channelId, boolean activated) {
  static List<RequestedSubscription> of(JsonNode list) {
    List<RequestedSubscription> wanted = new ArrayList<>();
    list.forEach(
        entry ->
            wanted.add(
                new RequestedSubscription(
                    entry.get("alertChannelId").asLong(),
                    entry.path("activated").asBoolean(true))));
    return wanted;
  }
}
