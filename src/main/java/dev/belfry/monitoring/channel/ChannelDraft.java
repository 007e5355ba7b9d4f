package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a channel, cut into what is stored apart. Made once for each
 * request; takes the body over.
 *
 * @param type null when absent
 * @param config the member as sent, null when absent
 * @param flags the members that go into the settings document
 * @param subscriptions null when absent
 */
record ChannelDraft(
    @Nullable ChannelType type,
    @Nullable ObjectNode config,
    ObjectNode flags,
    @Nullable List<Subscriber> subscriptions) {

  static ChannelDraft of(ObjectNode body) {
    JsonNode type = body.remove("type");
    JsonNode config = body.remove("config");
    JsonNode subscriptions = body.remove("subscriptions");
    return new ChannelDraft(
        type == null ? null : ChannelType.valueOf(type.asText()),
        (ObjectNode) config,
        body,
        subscriptions == null ? null : Subscriber.of(subscriptions));
  }

  /**
   * What the channel is after this draft (wire contract 0a): an absent member keeps its stored
   * value; a configuration is replaced whole, but for secrets it does not mention.
   *
   * @param sealed the configuration of this draft with its secrets sealed, null when it has none
   */
  StoredChannel over(StoredChannel stored, @Nullable ObjectNode sealed) {
    ChannelType newType = type == null ? stored.type() : type;
    ObjectNode before = JsonText.parse(stored.config());
    ObjectNode sent = sealed == null ? before : sealed;
    ObjectNode newConfig =
        newType == stored.type()
            ? ChannelConfig.over(newType, sent, before)
            : ChannelConfig.of(newType, sent);
    ObjectNode settings = JsonText.parse(stored.settings());
    settings.setAll(flags);
    return new StoredChannel(newType, newConfig.toString(), settings.toString());
  }
}
