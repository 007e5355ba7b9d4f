package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.template.SlackMarkup;
import dev.belfry.platform.template.TextLimit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The body of a message to Slack: coloured blocks and a line of plain text. */
final class SlackMessage {
  private static final int LONGEST_TITLE = 300;
  private static final int LONGEST_DETAIL = 1_000;

  private SlackMessage() {}

  static ObjectNode of(ChannelMessage message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode attachment = body.putArray("attachments").addObject();
    attachment.put("color", color(AlertLevel.ofContent(message)));
    attachment.put("fallback", TextLimit.cut(AlertTitle.of(message), LONGEST_TITLE));
    ArrayNode blocks = attachment.putArray("blocks");
    SlackMarkup.section(
        blocks,
        "*" + SlackMarkup.escaped(TextLimit.cut(AlertTitle.of(message), LONGEST_TITLE)) + "*");
    ArrayNode fields = JsonNodeFactory.instance.arrayNode();
    details(message)
        .forEach(
            (name, value) ->
                fields
                    .addObject()
                    .put("type", "mrkdwn")
                    .put(
                        "text",
                        "*"
                            + name
                            + "*\n"
                            + SlackMarkup.escaped(TextLimit.cut(value, LONGEST_DETAIL))));
    if (!fields.isEmpty()) {
      blocks.addObject().put("type", "section").set("fields", fields);
    }
    ArrayNode buttons = JsonNodeFactory.instance.arrayNode();
    button(buttons, message.linkText(), message.text("RESULT_LINK"));
    button(buttons, "Acknowledge", message.text(ChannelMessageStore.ACKNOWLEDGE_LINK));
    if (!buttons.isEmpty()) {
      blocks.addObject().put("type", "actions").set("elements", buttons);
    }
    return body;
  }

  private static void button(ArrayNode buttons, String label, String address) {
    if (address.startsWith("http")) {
      ObjectNode button = buttons.addObject().put("type", "button").put("url", address);
      button.putObject("text").put("type", "plain_text").put("text", label);
    }
  }

  private static Map<String, String> details(ChannelMessage message) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("Check", message.text("CHECK_NAME"));
    details.put("Address", message.text("url"));
    details.put("Location", message.text("RUN_LOCATION"));
    details.put("All locations", message.text("LOCATIONS_SUMMARY"));
    details.put(
        "Response time",
        message.text("RESPONSE_TIME").isEmpty() ? "" : message.text("RESPONSE_TIME") + " ms");
    details.put("Error", message.text("CHECK_ERROR_MESSAGE"));
    details.put("Group", message.text("GROUP_NAME"));
    details.put("Started", message.text("STARTED_AT"));
    details.put(
        "Tags",
        message.variables().get("TAGS") instanceof List<?> tags
            ? String.join(", ", tags.stream().map(String::valueOf).toList())
            : "");
    details.values().removeIf(String::isEmpty);
    return details;
  }

  private static String color(AlertLevel level) {
    return switch (level) {
      case RECOVERY -> "#2e7d32";
      case WARNING -> "#f9a825";
      case FAILURE, TEST -> "#c62828";
    };
  }
}
