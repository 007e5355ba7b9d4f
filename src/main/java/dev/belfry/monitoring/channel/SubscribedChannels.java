package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a check or group as its own answer shows them: {@code
 * alertChannelSubscriptions}, and for a check {@code alertChannels} (specification, "Alert channels
 * object").
 */
public final class SubscribedChannels {
  /** SQL expression over subscriptions {@code s} and their channels {@code a}, JSON text. */
  public static final String LIST =
      """
      json_agg(json_build_object('alertChannelId', s.channel_id, 'activated', s.activated,
        'type', a.type, 'config', a.config - '{%s}'::text[]) ORDER BY s.channel_id)::text"""
          .formatted(String.join(",", ConfigMember.secretNames()));

  /** SQL expression for a check {@code c}: {@link #LIST}, null without subscriptions. */
  public static final String OF_CHECK =
      "(SELECT "
          + LIST
          + """
           FROM alert_channel_subscriptions s JOIN alert_channels a ON a.id = s.channel_id
          WHERE s.check_id = c.id)""";

  /**
   * SQL expression over the subscriptions {@code s} of a group as a body writes them, JSON text.
   */
  public static final String GROUP_LIST =
      """
      coalesce(json_agg(json_build_object('alertChannelId', s.channel_id,
        'activated', s.activated) ORDER BY s.channel_id)::text, '[]')""";

  /** SQL expression for a group {@code g}: {@link #GROUP_LIST}. */
  public static final String OF_GROUP =
      "(SELECT " + GROUP_LIST + " FROM alert_channel_subscriptions s WHERE s.group_id = g.id)";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String NO_CHANNELS = "{\"email\":[],\"webhook\":[],\"slack\":[],\"sms\":[]}";

  /** Which members of a channel's configuration an answer shows; never a secret. */
  private static final Map<String, List<String>> SHOWN =
      Map.of(
          "EMAIL", List.of("address"),
          "WEBHOOK", List.of("name", "url", "method", "headers", "queryParameters"),
          "SLACK", List.of("url"),
          "SMS", List.of("number", "name"));

  private SubscribedChannels() {}

  /**
   * Adds the two members to the answer of a check; {@code json} is what {@link #OF_CHECK} gave.
   *
   * @param caller decides whether credentials are masked
   */
  public static JsonText addTo(JsonText answer, @Nullable String json, Caller caller) {
    if (json == null) {
      return answer.raw("alertChannelSubscriptions", "[]").raw("alertChannels", NO_CHANNELS);
    }
    ArrayNode subscriptions = JsonNodeFactory.instance.arrayNode();
    ObjectNode channels = JsonNodeFactory.instance.objectNode();
    List.of("email", "webhook", "slack", "sms").forEach(channels::putArray);
    for (JsonNode row : parse(json)) {
      boolean activated = row.get("activated").asBoolean();
      subscriptions
          .addObject()
          .put("alertChannelId", row.get("alertChannelId").asLong())
          .put("activated", activated);
      if (activated) {
        addChannel(
            channels,
            row.get("type").asText(),
            caller.seesCredentials()
                ? row.get("config")
                : CredentialMask.maskedDocument((ObjectNode) row).get("config"));
      }
    }
    return answer
        .raw("alertChannelSubscriptions", subscriptions.toString())
        .raw("alertChannels", channels.toString());
  }

  private static void addChannel(ObjectNode channels, String type, JsonNode config) {
    List<String> shown = SHOWN.get(type);
    if (shown != null) {
      ObjectNode item = ((ArrayNode) channels.get(type.toLowerCase(Locale.ROOT))).addObject();
      for (String member : shown) {
        if (config.hasNonNull(member)) {
          item.set(member, config.get(member));
        }
      }
      if (type.equals("SMS") && !item.has("name")) {
        item.put("name", "");
      }
    }
  }

  private static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
