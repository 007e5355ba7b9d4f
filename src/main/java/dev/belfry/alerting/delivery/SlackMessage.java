package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The message of an incoming webhook of Slack: blocks with a colour, and a line of plain text. */
final class SlackMessage {
  private static final int LONGEST_TITLE = 300;
  private static final int LONGEST_FACT = 1_000;

  private SlackMessage() {}

  static ObjectNode of(ChannelMessage message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (!message.setting("channel").isBlank()) {
      body.put("channel", message.setting("channel"));
    }
    ObjectNode attachment = body.putArray("attachments").addObject();
    attachment.put("color", color(message.text("ALERT_TYPE")));
    attachment.put("fallback", cut(AlertTitle.of(message), LONGEST_TITLE));
    ArrayNode blocks = attachment.putArray("blocks");
    section(blocks, "*" + escaped(cut(AlertTitle.of(message), LONGEST_TITLE)) + "*");
    ArrayNode fields = JsonNodeFactory.instance.arrayNode();
    facts(message)
        .forEach(
            (name, value) ->
                fields
                    .addObject()
                    .put("type", "mrkdwn")
                    .put("text", "*" + name + "*\n" + escaped(cut(value, LONGEST_FACT))));
    if (!fields.isEmpty()) {
      blocks.addObject().put("type", "section").set("fields", fields);
    }
    if (message.text("RESULT_LINK").startsWith("http")) {
      ObjectNode button =
          blocks.addObject().put("type", "actions").putArray("elements").addObject();
      button.put("type", "button").put("url", message.text("RESULT_LINK"));
      button.putObject("text").put("type", "plain_text").put("text", "Open the result");
    }
    return body;
  }

  private static void section(ArrayNode blocks, String text) {
    ObjectNode section = blocks.addObject().put("type", "section");
    section.putObject("text").put("type", "mrkdwn").put("text", text);
  }

  private static Map<String, String> facts(ChannelMessage message) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Check", message.text("CHECK_NAME"));
    facts.put("Address", message.text("url"));
    facts.put("Location", message.text("RUN_LOCATION"));
    facts.put(
        "Response time",
        message.text("RESPONSE_TIME").isEmpty() ? "" : message.text("RESPONSE_TIME") + " ms");
    facts.put("Error", message.text("CHECK_ERROR_MESSAGE"));
    facts.put("Group", message.text("GROUP_NAME"));
    facts.put("Started", message.text("STARTED_AT"));
    facts.put(
        "Tags",
        message.variables().get("TAGS") instanceof List<?> tags
            ? String.join(", ", tags.stream().map(String::valueOf).toList())
            : "");
    facts.values().removeIf(String::isEmpty);
    return facts;
  }

  private static String color(String type) {
    return switch (type) {
      case "ALERT_RECOVERY", "ALERT_DEGRADED_RECOVERY" -> "#2e7d32";
      case "ALERT_DEGRADED", "ALERT_DEGRADED_REMAIN", "ALERT_FAILURE_DEGRADED", "ALERT_SSL" ->
          "#f9a825";
      default -> "#c62828";
    };
  }

  /** The three characters that mean something in Slack's text. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }
}
