package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** One subscription as a body asks for it. */
record Wanted(long channelId, boolean activated) {
  static List<Wanted> of(JsonNode list) {
    List<Wanted> wanted = new ArrayList<>();
    list.forEach(
        entry ->
            wanted.add(
                new Wanted(
                    entry.get("alertChannelId").asLong(),
                    entry.path("activated").asBoolean(true))));
    return wanted;
  }
}
