package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.template.TextLimit;

/**
 * The body for PagerDuty's Events API v2. All alerts of an episode have its id as deduplication
 * key, so they are one alert there, and the recovery resolves it.
 */
final class PagerDutyEvent {
  private static final int LONGEST_SUMMARY = 1_024;
  private static final int LONGEST_SOURCE = 255;

  private PagerDutyEvent() {}

  static ObjectNode of(ChannelMessage message) {
    AlertLevel level = AlertLevel.of(message);
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("routing_key", message.setting("serviceKey").strip());
    event.put("event_action", level == AlertLevel.RECOVERY ? "resolve" : "trigger");
    event.put("dedup_key", message.episode());
    if (level == AlertLevel.RECOVERY) {
      return event;
    }
    event.put("client", "Belfry");
    payload(event.putObject("payload"), message, level);
    ArrayNode links = JsonNodeFactory.instance.arrayNode();
    String monitor = message.text("RESULT_LINK");
    if (monitor.startsWith("http")) {
      event.put("client_url", monitor);
      links.addObject().put("href", monitor).put("text", message.linkText());
    }
    String acknowledge = message.text(ChannelMessageStore.ACKNOWLEDGE_LINK);
    if (!acknowledge.isEmpty()) {
      links.addObject().put("href", acknowledge).put("text", "Acknowledge in Belfry");
    }
    if (!links.isEmpty()) {
      event.set("links", links);
    }
    return event;
  }

  private static void payload(ObjectNode payload, ChannelMessage message, AlertLevel level) {
    payload.put("summary", TextLimit.cut(AlertTitle.of(message), LONGEST_SUMMARY));
    String url = message.text("url");
    String source = url.isEmpty() ? message.text("CHECK_NAME") : url;
    payload.put("source", TextLimit.cut(source.isEmpty() ? "Belfry" : source, LONGEST_SOURCE));
    payload.put("severity", severity(level));
    if (!message.text("STARTED_AT").isEmpty()) {
      payload.put("timestamp", message.text("STARTED_AT"));
    }
    if (!message.text("CHECK_NAME").isEmpty()) {
      payload.put("component", message.text("CHECK_NAME"));
    }
    if (!message.text("GROUP_NAME").isEmpty()) {
      payload.put("group", message.text("GROUP_NAME"));
    }
    payload.put("class", message.text("ALERT_TYPE"));
    ObjectNode details = WebhookRequest.defaultBody(message);
    if (!message.text("LOCATIONS_SUMMARY").isEmpty()) {
      details.put("locations", message.text("LOCATIONS_SUMMARY"));
    }
    payload.set("custom_details", details);
  }

  private static String severity(AlertLevel level) {
    return switch (level) {
      case FAILURE -> "critical";
      case WARNING -> "warning";
      case TEST, RECOVERY -> "info";
    };
  }
}
