package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A subscription in the form in which a project's is compared with the stored one. */
final class SubscriptionDocument {
  private static final String CHANNEL = "alertChannelId";
  private static final String CHECK = "checkId";
  private static final String GROUP = "groupId";
  private static final String ACTIVATED = "activated";

  private SubscriptionDocument() {}

  /** Reads a payload; one that does not say whether it is active is. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    if (!payload.has(ACTIVATED)) {
      payload.put(ACTIVATED, true);
    }
    List<Violation> found = new ArrayList<>();
    JsonNode channel = payload.path(CHANNEL);
    if (!channel.canConvertToLong() || !channel.isIntegralNumber() || channel.longValue() < 1) {
      found.add(
          new Violation(
              "/" + CHANNEL,
              channel.isMissingNode() ? "is required" : "must be the id of a channel"));
    }
    ObjectNode body =
        bodies.read(
            "subscribeAlertChannel",
            payload,
            new dev.belfry.api.contract.DraftReader<>(b -> b, ChannelRules::ofSubscription),
            found);
    violations.addAll(found);
    return found.isEmpty() ? of(channel.longValue(), Subscriber.ofEntry(body)) : body;
  }

  /** What is wanted or stored. */
  static ObjectNode of(long channel, Subscriber subscriber) {
    UUID check = subscriber.subject().checkId();
    return JsonNodeFactory.instance
        .objectNode()
        .put(CHANNEL, channel)
        .put(CHECK, check == null ? null : check.toString())
        .put(GROUP, subscriber.subject().groupId())
        .put(ACTIVATED, subscriber.activated());
  }

  /** The channel of a document. */
  static long channel(ObjectNode document) {
    return document.get(CHANNEL).longValue();
  }

  /** What of a document does not name the channel. */
  static Subscriber subscriber(ObjectNode document) {
    return Subscriber.ofEntry(document);
  }
}
