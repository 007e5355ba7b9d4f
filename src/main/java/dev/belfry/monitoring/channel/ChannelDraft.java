package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
import java.util.List;

/**
 * A body that creates or updates a channel. Each member is absent or a value; the body was read by
 * its schema before.
 */
record ChannelDraft(
    Field<ChannelType> type,
    Field<ChannelConfig> config,
    Flags flags,
    Field<List<SubscriberDraft>> subscriptions) {

  /**
   * Which messages go through the channel.
   *
   * @param sslExpiryThreshold days before a certificate expires
   * @param escalateAfterMinutes how long an alert waits for an acknowledgement before it is sent
   * @param grouping how alerts are grouped, null for not at all
   * @param autoSubscribe whether new checks are subscribed to it
   * @param objectiveReport whether it gets a report about objectives each month
   * @param timing when it receives them
   */
  record Flags(
      Field<Boolean> sendRecovery,
      Field<Boolean> sendFailure,
      Field<Boolean> sendDegraded,
      Field<Boolean> sslExpiry,
      Field<Integer> sslExpiryThreshold,
      Field<Integer> escalateAfterMinutes,
      Field<GroupingDraft> grouping,
      Field<Boolean> autoSubscribe,
      Field<Boolean> objectiveReport,
      ChannelTiming timing) {}

  /** One entry of {@code subscriptions}; one of the two ids has a value when it is valid. */
  record SubscriberDraft(Field<String> checkId, Field<Long> groupId, Field<Boolean> activated) {}

  /** The subscriptions of a valid draft, empty when it names none. */
  List<Subscriber> subscribers() {
    List<SubscriberDraft> sent = subscriptions.value();
    return sent == null ? List.of() : sent.stream().map(Subscriber::of).toList();
  }
}
