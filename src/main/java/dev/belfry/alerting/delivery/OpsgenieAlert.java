package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.template.TextLimit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The bodies for Opsgenie's Alert API. All alerts of an episode have its id as alias, so they are
 * one alert there, and the recovery closes it.
 */
final class OpsgenieAlert {
  private static final int LONGEST_MESSAGE = 130;
  private static final int LONGEST_DESCRIPTION = 15_000;
  private static final int LONGEST_ENTITY = 512;
  private static final int MOST_TAGS = 20;
  private static final int LONGEST_TAG = 50;

  /** All details together may have 8,000 characters, names included; there are 20 at most. */
  private static final int LONGEST_DETAIL = 350;

  private static final Pattern PRIORITY = Pattern.compile("P[1-5]");

  private OpsgenieAlert() {}

  /** The path below the base address: the alerts, or the closing of this one. */
  static String path(ChannelMessage message) {
    return AlertLevel.of(message) == AlertLevel.RECOVERY
        ? "/v2/alerts/" + message.episode() + "/close?identifierType=alias"
        : "/v2/alerts";
  }

  static ObjectNode of(ChannelMessage message) {
    AlertLevel level = AlertLevel.of(message);
    ObjectNode alert = JsonNodeFactory.instance.objectNode();
    alert.put("source", "Belfry");
    if (level == AlertLevel.RECOVERY) {
      return alert.put("note", AlertTitle.of(message));
    }
    alert.put("message", TextLimit.cut(AlertTitle.of(message), LONGEST_MESSAGE));
    alert.put("alias", message.episode());
    alert.put("description", TextLimit.cut(description(message), LONGEST_DESCRIPTION));
    alert.put("entity", TextLimit.cut(message.text("CHECK_NAME"), LONGEST_ENTITY));
    alert.put("priority", priority(message, level));
    tags(alert.putArray("tags"), message);
    ObjectNode details = alert.putObject("details");
    WebhookRequest.defaultBody(message)
        .fields()
        .forEachRemaining(
            one -> {
              String value = one.getValue().asText("");
              if (!value.isEmpty() && !value.equals("null")) {
                details.put(one.getKey(), TextLimit.cut(value, LONGEST_DETAIL));
              }
            });
    if (!message.text("LOCATIONS_SUMMARY").isEmpty()) {
      details.put("locations", TextLimit.cut(message.text("LOCATIONS_SUMMARY"), LONGEST_DETAIL));
    }
    return alert;
  }

  private static String description(ChannelMessage message) {
    return String.join(
        "\n",
        List.of(
                AlertTitle.of(message),
                message.text("url"),
                message.text("CHECK_ERROR_MESSAGE"),
                message.text("RESULT_LINK"))
            .stream()
            .filter(line -> !line.isEmpty())
            .toList());
  }

  private static void tags(ArrayNode tags, ChannelMessage message) {
    if (message.variables().get("TAGS") instanceof List<?> named) {
      named.stream()
          .limit(MOST_TAGS)
          .forEach(tag -> tags.add(TextLimit.cut(String.valueOf(tag), LONGEST_TAG)));
    }
  }

  /** That of the channel; a test needs nobody, whatever the channel says. */
  private static String priority(ChannelMessage message, AlertLevel level) {
    String chosen = message.setting("priority").strip().toUpperCase(Locale.ROOT);
    if (level != AlertLevel.TEST && PRIORITY.matcher(chosen).matches()) {
      return chosen;
    }
    return switch (level) {
      case FAILURE -> "P1";
      case WARNING -> "P3";
      case TEST, RECOVERY -> "P5";
    };
  }
}
