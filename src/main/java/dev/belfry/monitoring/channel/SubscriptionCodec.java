package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelDraft.SubscriberDraft;
import java.util.List;
import java.util.UUID;

/** The JSON members of a subscription, seen from its channel, its check or group, or a project. */
final class SubscriptionCodec {
  /** The body that subscribes one check or group to a channel. */
  static final DraftReader<SubscriberDraft> SUBSCRIBE =
      new DraftReader<>(body -> subscriber(new FieldReader(body)), ChannelRules::ofSubscription);

  static final String CHANNEL = "alertChannelId";
  static final String ACTIVATED = "activated";
  private static final String CHECK = "checkId";
  private static final String GROUP = "groupId";

  private SubscriptionCodec() {}

  /** Reads what a channel says of one subscription. */
  static SubscriberDraft subscriber(FieldReader entry) {
    return new SubscriberDraft(entry.text(CHECK), entry.number(GROUP), entry.flag(ACTIVATED));
  }

  /** What bodies of a channel ask for, as JSON text for the database. */
  static String text(List<Subscriber> subscribers) {
    return JsonText.array(subscribers.stream().map(SubscriptionCodec::text).toList());
  }

  private static String text(Subscriber subscriber) {
    UUID check = subscriber.target().checkId();
    return new FieldWriter()
        .text(CHECK, Field.of(check == null ? null : check.toString()))
        .number(GROUP, Field.of(subscriber.target().groupId()))
        .flag(ACTIVATED, Field.of(subscriber.activated()))
        .end();
  }

  /** The document of a subscription. */
  static ObjectNode document(long channel, Subscriber subscriber) {
    UUID check = subscriber.target().checkId();
    return JsonNodeFactory.instance
        .objectNode()
        .put(CHANNEL, channel)
        .put(CHECK, check == null ? null : check.toString())
        .put(GROUP, subscriber.target().groupId())
        .put(ACTIVATED, subscriber.activated());
  }

  /** The channel of a document. */
  static long channel(ObjectNode document) {
    return document.get(CHANNEL).longValue();
  }

  /** What of a document does not name the channel. */
  static Subscriber subscriber(ObjectNode document) {
    return Subscriber.of(subscriber(new FieldReader(document)));
  }

  /** The channel that a project's payload names, as it was sent. */
  static JsonNode sentChannel(ObjectNode payload) {
    return payload.path(CHANNEL);
  }

  /** Activates the subscription of a project's payload that does not say whether it is. */
  static void activate(ObjectNode payload) {
    if (!payload.has(ACTIVATED)) {
      payload.put(ACTIVATED, true);
    }
  }
}
