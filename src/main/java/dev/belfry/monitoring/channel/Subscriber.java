package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** One subscription as the body of a channel asks for it. */
record Subscriber(SubscriptionTarget subject, boolean activated) {

  /** Reads one entry that has kept {@link ChannelRules#ofSubscription}. */
  static Subscriber ofEntry(JsonNode entry) {
    SubscriptionTarget subject =
        entry.hasNonNull("checkId")
            ? SubscriptionTarget.check(UUID.fromString(entry.get("checkId").asText()))
            : SubscriptionTarget.group(entry.get("groupId").asLong());
    return new Subscriber(subject, entry.get("activated").asBoolean());
  }

  static List<Subscriber> of(JsonNode list) {
    List<Subscriber> subscribers = new ArrayList<>();
    list.forEach(entry -> subscribers.add(ofEntry(entry)));
    return subscribers;
  }

  static Stream<UUID> checks(List<Subscriber> subscribers) {
    return subscribers.stream().map(one -> one.subject().checkId()).filter(Objects::nonNull);
  }

  static Stream<Long> groups(List<Subscriber> subscribers) {
    return subscribers.stream().map(one -> one.subject().groupId()).filter(Objects::nonNull);
  }
}
