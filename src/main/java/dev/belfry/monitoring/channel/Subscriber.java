package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** One subscription as the body of a channel asks for it. */
record Subscriber(SubscriptionTarget target, boolean activated) {

  /** The subscription of a draft that has kept {@link ChannelRules#ofSubscription}. */
  static Subscriber of(ChannelDraft.SubscriberDraft draft) {
    String check = draft.checkId().value();
    SubscriptionTarget target =
        check == null
            ? SubscriptionTarget.group(requireNonNull(draft.groupId().value()))
            : SubscriptionTarget.check(UUID.fromString(check));
    return new Subscriber(target, Boolean.TRUE.equals(draft.activated().value()));
  }

  static Stream<UUID> checks(List<Subscriber> subscribers) {
    return subscribers.stream().map(one -> one.target().checkId()).filter(Objects::nonNull);
  }

  static Stream<Long> groups(List<Subscriber> subscribers) {
    return subscribers.stream().map(one -> one.target().groupId()).filter(Objects::nonNull);
  }
}
