package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.SubscribedChannel;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts messages by channel: those that were queued, and those that alerts of replays would make
 * with the subscriptions of today.
 */
final class MessageCounts {
  private final Map<Long, Count> byChannel = new TreeMap<>();

  /** The messages to a channel. */
  static final class Count {
    long recorded;
    long inForce;
    long changed;
  }

  /** The counts by id of the channel. */
  Map<Long, Count> byChannel() {
    return byChannel;
  }

  void addRecorded(long channel, long messages) {
    of(channel).recorded += messages;
  }

  void addInForce(List<ReplayedAlert> alerts, List<SubscribedChannel> channels, long from) {
    for (SubscribedChannel channel : channels) {
      of(channel.channelId()).inForce += count(alerts, channel, from);
    }
  }

  void addChanged(List<ReplayedAlert> alerts, List<SubscribedChannel> channels, long from) {
    for (SubscribedChannel channel : channels) {
      of(channel.channelId()).changed += count(alerts, channel, from);
    }
  }

  private static long count(List<ReplayedAlert> alerts, SubscribedChannel channel, long from) {
    Set<Long> told = new HashSet<>();
    long messages = 0;
    for (ReplayedAlert alert : alerts) {
      if (channel.receives(alert.type(), told.contains(alert.episode()))) {
        told.add(alert.episode());
        messages += alert.at() >= from ? 1 : 0;
      }
    }
    return messages;
  }

  private Count of(long channel) {
    return byChannel.computeIfAbsent(channel, first -> new Count());
  }
}
