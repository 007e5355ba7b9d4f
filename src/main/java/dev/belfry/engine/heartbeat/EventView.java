package dev.belfry.engine.heartbeat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.engine.heartbeat.EventStore.Beats;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders events and figures of heartbeat monitors as JSON. */
final class EventView {
  private static final double HUNDRED = 100.0;

  private EventView() {}

  /** A period, and the one before it. */
  record Share(Beats current, Beats previous) {}

  /** Events with the figures of the last day and week. */
  static String list(List<EventRow> rows, Share day, Share week) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    var events = entry.putArray("events");
    rows.forEach(row -> events.add(node(row)));
    entry.putObject("stats").<ObjectNode>set("last24Hours", node(day)).set("last7Days", node(week));
    return "[" + entry + "]";
  }

  /** One event with its body. */
  static String event(EventRow row) {
    return node(row).put("body", detail(row).path("body").textValue()).toString();
  }

  static String share(Share share) {
    return node(share).toString();
  }

  private static ObjectNode node(EventRow row) {
    JsonNode detail = detail(row);
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", row.id().toGuid().toString())
        .put("state", detail.path("state").asText("RECEIVED"))
        .put("timestamp", JsonText.timestamp(Instant.ofEpochMilli(row.id().at())))
        .put("source", detail.path("source").textValue())
        .put("userAgent", detail.path("userAgent").textValue())
        .put("exitCode", detail.has("exitCode") ? detail.get("exitCode").asInt() : null)
        .put("duration", detail.has("duration") ? detail.get("duration").asLong() : null)
        .put("message", detail.path("message").textValue());
  }

  private static ObjectNode detail(EventRow row) {
    String text = row.detail();
    return text == null ? JsonNodeFactory.instance.objectNode() : JsonText.parse(text);
  }

  private static ObjectNode node(Share share) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putObject("successRatio")
        .put("previousPeriod", ratio(share.previous()))
        .put("currentPeriod", ratio(share.current()));
    return node.put("totalEntitiesCurrentPeriod", share.current().all());
  }

  /** In per cent with two digits. */
  private static @Nullable Double ratio(Beats beats) {
    return beats.all() == 0
        ? null
        : Math.floor(HUNDRED * HUNDRED * beats.good() / beats.all()) / HUNDRED;
  }
}
