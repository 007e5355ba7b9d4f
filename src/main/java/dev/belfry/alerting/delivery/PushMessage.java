package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.seal.Sha256;
import dev.belfry.platform.template.TextLimit;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A push message: JSON that the service worker of the console shows. All messages of an episode
 * have one tag, so that a recovery takes the place of the alert on the device.
 */
final class PushMessage {
  /** What any push service takes, with room for encryption (RFC 8030 asks for 4,096 bytes). */
  static final int MOST_BYTES = 3_000;

  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_BODY = 1_000;
  private static final int TOPIC_BYTES = 24;

  private PushMessage() {}

  /** The text of a message, at most {@link #MOST_BYTES} of UTF-8. */
  static String of(ChannelMessage message) {
    int most = LONGEST_BODY;
    String text = text(message, LONGEST_TITLE, most);
    while (bytes(text) > MOST_BYTES && most > 0) {
      most /= 2;
      text = text(message, LONGEST_TITLE, most);
    }
    return bytes(text) > MOST_BYTES ? brief(message) : text;
  }

  /** The shortest text, for a push service that finds the other too long. */
  static String brief(ChannelMessage message) {
    return text(message, LONGEST_TITLE / 4, 0);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static String text(ChannelMessage message, int longestTitle, int longestBody) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("title", TextLimit.cut(AlertTitle.of(message), longestTitle));
    json.put("body", TextLimit.cut(body(message), longestBody));
    json.put("level", AlertLevel.ofContent(message).name().toLowerCase(Locale.ROOT));
    json.put("tag", message.episode());
    link(json, "link", message.text("RESULT_LINK"));
    link(json, "acknowledge", message.text(ChannelMessageStore.ACKNOWLEDGE_LINK));
    return json.toString();
  }

  private static String body(ChannelMessage message) {
    return Stream.of("CHECK_ERROR_MESSAGE", "LOCATIONS_SUMMARY", "RUN_LOCATION", "GROUP_NAME")
        .map(message::text)
        .filter(line -> !line.isEmpty())
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  private static void link(ObjectNode json, String name, String address) {
    if (address.startsWith("http")) {
      json.put(name, address);
    }
  }

  /** What names an episode to push services: 32 characters that tell them nothing. */
  static String topic(ChannelMessage message) {
    byte[] digest = Sha256.of(message.episode());
    return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(digest, TOPIC_BYTES));
  }
}
