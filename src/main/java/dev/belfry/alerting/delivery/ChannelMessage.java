package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.mail.NoticeEmail;
import dev.belfry.alerting.mail.NoticeEmail.About;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.outbox.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message to a channel.
 *
 * @param config of the channel, secrets included
 * @param variables known values by the names of template variables
 * @param secrets values of the configuration and of variables that responses must not show
 * @param episode the same for all messages from the first alert of a failure to its recovery; the
 *     id of the group for a group, that of the delivery for a test
 * @param followsPending whether an earlier message of the episode to the channel is undelivered, or
 *     one about an action is under way
 * @param receipts what the receiver told of messages that it has
 */
record ChannelMessage(
    Delivery delivery,
    ChannelType type,
    ObjectNode config,
    Map<String, Object> variables,
    List<String> secrets,
    String episode,
    boolean followsPending,
    Receipts receipts) {
  /**
   * What senders kept of the receiver's responses.
   *
   * @param own of earlier attempts of this message, null for none
   * @param earlier of earlier messages of the episode, oldest first
   */
  record Receipts(@Nullable String own, List<String> earlier) {
    static final Receipts NONE = new Receipts(null, List.of());

    Receipts {
      earlier = List.copyOf(earlier);
    }
  }

  /**
   * Whether it is a recovery whose alert is not delivered yet, or that meets an action under way. A
   * service that keeps alerts would leave the alert open for ever, or open it again.
   */
  boolean isEarlyRecovery() {
    return followsPending && AlertLevel.of(this) == AlertLevel.RECOVERY;
  }

  /** A text of the receiver without secrets, since a receiver may repeat its request. */
  String masked(String text) {
    return ReceiverText.masked(text, secrets);
  }

  boolean isTest() {
    return delivery.kind() == Delivery.Kind.TEST;
  }

  /** Whether it is about a group of alerts. */
  boolean isAboutGroup() {
    return delivery.kind() == Delivery.Kind.GROUP;
  }

  /** What it is about, empty for alerts of monitors, their groups and tests. */
  private Optional<About> about() {
    return switch (delivery.kind()) {
      case CHANNEL_FAILURE, CHANNEL_RECOVERY -> Optional.of(About.CHANNEL);
      case OBJECTIVE_ALERT, OBJECTIVE_RECOVERY -> Optional.of(About.OBJECTIVE);
      case ALERT,
          TEST,
          GROUP,
          ALERT_ACTION,
          OBJECTIVE_REPORT,
          UPDATE,
          CONFIRMATION,
          DIGEST,
          INVITATION,
          PHONE_CODE ->
          Optional.empty();
    };
  }

  /** The e-mail of a message that is about neither an alert of a monitor nor a group. */
  Optional<NoticeEmail> notice() {
    return about()
        .map(
            about ->
                new NoticeEmail(
                    about,
                    AlertLevel.of(this) == AlertLevel.RECOVERY,
                    text("ALERT_TITLE"),
                    text("CHECK_NAME"),
                    text("CHECK_ERROR_MESSAGE"),
                    text("RESULT_LINK")));
  }

  /** What a link of the message opens. */
  String linkText() {
    return about()
        .map(About::linkText)
        .orElse(isAboutGroup() ? "Open the alerts" : "Open the monitor");
  }

  /** A variable as text, empty when it is unknown. */
  String text(String name) {
    Object value = variables.get(name);
    return value == null ? "" : value.toString();
  }

  /** A member of the configuration as text, empty when absent. */
  String setting(String name) {
    return config.path(name).asText("");
  }

  /** JSON as template variables: texts, numbers, booleans and lists. */
  static Map<String, Object> variables(JsonNode context) {
    Map<String, Object> variables = new LinkedHashMap<>();
    context.fields().forEachRemaining(one -> variables.put(one.getKey(), value(one.getValue())));
    variables.values().removeIf(""::equals);
    return variables;
  }

  private static Object value(JsonNode node) {
    if (node.isNumber()) {
      return node.numberValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      node.forEach(one -> list.add(value(one)));
      return list;
    }
    return node.isObject() ? variables(node) : node.asText("").equals("null") ? "" : node.asText();
  }

  /** Omits the configuration, which may contain secrets. */
  @Override
  public String toString() {
    return "Message[" + delivery.id() + ", " + type + "]";
  }
}
