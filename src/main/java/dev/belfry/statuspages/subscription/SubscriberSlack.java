package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.template.SlackMarkup;
import dev.belfry.platform.template.TextLimit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The messages to incoming webhooks of Slack, in blocks. */
final class SubscriberSlack {
  private static final int LONGEST_NAME = 300;
  private static final int LONGEST_SECTION = 2_900;
  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERRORS = 500;

  /**
   * Errors of a webhook that will never work again; the names are those of Slack's documentation.
   */
  private static final Set<String> GONE =
      Set.of(
          "no_service",
          "no_service_id",
          "no_active_hooks",
          "no_team",
          "invalid_token",
          "channel_not_found",
          "channel_is_archived");

  private SubscriberSlack() {}

  /** Whether a response means that the webhook or its channel is gone. */
  static boolean isGone(int status, String answer) {
    return status >= CLIENT_ERRORS && status < SERVER_ERRORS && GONE.contains(answer.strip());
  }

  /** Asks the people of a channel to confirm the subscription. */
  static String confirmation(SubscriberMessage message) {
    String text = "Send incident updates of " + name(message.pageName()) + " to this channel?";
    ArrayNode blocks = blocks();
    SlackMarkup.section(blocks, text);
    ObjectNode button =
        blocks
            .addObject()
            .put("type", "actions")
            .putArray("elements")
            .addObject()
            .put("type", "button")
            .put("url", message.confirmUrl());
    button.putObject("text").put("type", "plain_text").put("text", "Confirm subscription");
    context(
        blocks,
        List.of(
            "A reader of the status page requested this. Without a confirmation nothing more is"
                + " sent."));
    return message(text, blocks);
  }

  static String update(SubscriberMessage message) {
    String title =
        name(message.pageName())
            + ": "
            + name(message.incidentName())
            + " - "
            + SubscriberSms.word(message.status());
    ArrayNode blocks = blocks();
    SlackMarkup.section(
        blocks,
        "*"
            + link(message.pageUrl(), message.pageName())
            + ": "
            + name(message.incidentName())
            + "*\n"
            + SubscriberSms.word(message.status())
            + ", severity "
            + SubscriberSms.word(message.severity()).toLowerCase(Locale.ROOT)
            + services(message.services()));
    if (!message.description().isBlank()) {
      blocks
          .addObject()
          .put("type", "section")
          .putObject("text")
          .put("type", "plain_text")
          .put("text", TextLimit.cut(message.description(), LONGEST_SECTION))
          .put("emoji", false);
    }
    context(blocks, notes(message));
    return message(title, blocks);
  }

  static String digest(SubscriberDigest digest) {
    SubscriberMessage message = digest.message();
    String title =
        name(message.pageName())
            + ": incidents of the "
            + (digest.frequency() == DigestFrequency.DAILY ? "day" : "week");
    ArrayNode blocks = blocks();
    SlackMarkup.section(blocks, "*" + title + "*");
    String list =
        digest.incidents().stream()
            .map(
                one ->
                    "• "
                        + name(one.name())
                        + ": "
                        + SubscriberSms.word(one.status())
                        + services(one.services()))
            .collect(Collectors.joining("\n"));
    SlackMarkup.section(blocks, TextLimit.cut(list, LONGEST_SECTION));
    SlackMarkup.section(blocks, link(message.pageUrl(), "Go to the status page"));
    context(blocks, notes(message));
    return message(title, blocks);
  }

  private static List<String> notes(SubscriberMessage message) {
    String end = link(message.unsubscribeUrl(), "Change or end this subscription");
    return message.isChoiceGone()
        ? List.of("The page no longer shows the chosen services, so this is about all.", end)
        : List.of(end);
  }

  private static String services(List<String> services) {
    return services.isEmpty() ? "" : " (" + name(String.join(", ", services)) + ")";
  }

  private static ArrayNode blocks() {
    return JsonNodeFactory.instance.arrayNode();
  }

  private static void context(ArrayNode blocks, List<String> notes) {
    ArrayNode elements = blocks.addObject().put("type", "context").putArray("elements");
    notes.forEach(note -> elements.addObject().put("type", "mrkdwn").put("text", note));
  }

  private static String message(String text, ArrayNode blocks) {
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.put("text", text).put("unfurl_links", false).set("blocks", blocks);
    return message.toString();
  }

  private static String link(String url, String label) {
    return "<" + SlackMarkup.escaped(url) + "|" + name(label).replace("|", "/") + ">";
  }

  private static String name(String text) {
    return SlackMarkup.escaped(TextLimit.cut(text, LONGEST_NAME));
  }
}
