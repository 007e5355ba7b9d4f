package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** A subscription in the form in which a project's is compared with the stored one. */
final class SubscriptionDocument {
  private SubscriptionDocument() {}

  /** Reads a payload; one that does not say whether it is active is. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    SubscriptionCodec.activate(payload);
    List<Violation> found = new ArrayList<>();
    JsonNode channel = SubscriptionCodec.sentChannel(payload);
    if (!channel.canConvertToLong() || !channel.isIntegralNumber() || channel.longValue() < 1) {
      found.add(
          new Violation(
              "/alertChannelId",
              channel.isMissingNode() ? "is required" : "must be the id of a channel"));
    }
    ChannelDraft.SubscriberDraft draft =
        bodies.read("subscribeAlertChannel", payload, SubscriptionCodec.SUBSCRIBE, found);
    violations.addAll(found);
    return found.isEmpty()
        ? SubscriptionCodec.document(channel.longValue(), Subscriber.of(draft))
        : payload;
  }
}
