package dev.belfry.alerting.preview;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.grouping.GroupReplay;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts messages by channel: those that were queued, and those that alerts of replays would make
 * with the subscriptions of today.
 */
final class MessageCounts {
  private static final ObjectNode UNCHANGED = JsonNodeFactory.instance.objectNode();

  private final Map<Long, Count> byChannel = new TreeMap<>();
  private final long from;
  private final long to;

  /** The messages to a channel. */
  static final class Count {
    private long recorded;
    private @Nullable ChannelReplay inForce;
    private @Nullable ChannelReplay changed;

    long recorded() {
      return recorded;
    }

    long inForce() {
      return inForce == null ? 0 : inForce.messages();
    }

    long changed() {
      return changed == null ? 0 : changed.messages();
    }

    private Stream<ChannelReplay> replays() {
      return Stream.of(inForce, changed).flatMap(Stream::ofNullable);
    }
  }

  /** Counts messages within a range, milliseconds since 1970, its end exclusive. */
  MessageCounts(long from, long to) {
    this.from = from;
    this.to = to;
  }

  /** The counts by id of the channel. */
  Map<Long, Count> byChannel() {
    return byChannel;
  }

  void addRecorded(long channel, long messages) {
    of(channel).recorded += messages;
  }

  void addInForce(
      GroupReplay.Subject subject, List<ReplayedAlert> alerts, List<PreviewedChannel> channels) {
    for (PreviewedChannel one : channels) {
      Count count = of(one.channel().channelId());
      count.inForce = add(count.inForce, subject, alerts, one, UNCHANGED);
    }
  }

  /** Adds alerts of the changed policy, which has {@code changes} of the channels too. */
  void addChanged(
      GroupReplay.Subject subject,
      List<ReplayedAlert> alerts,
      List<PreviewedChannel> channels,
      ObjectNode changes) {
    for (PreviewedChannel one : channels) {
      Count count = of(one.channel().channelId());
      count.changed = add(count.changed, subject, alerts, one, changes);
    }
  }

  private ChannelReplay add(
      @Nullable ChannelReplay before,
      GroupReplay.Subject subject,
      List<ReplayedAlert> alerts,
      PreviewedChannel channel,
      ObjectNode changes) {
    PreviewedChannel one = channel.with(changes);
    ChannelReplay replay = before == null ? new ChannelReplay(one, from, to) : before;
    replay.add(subject, alerts, one.channel());
    return replay;
  }

  /** Puts alerts into groups; call it once, when all are added. */
  void count() {
    byChannel.values().stream().flatMap(Count::replays).forEach(ChannelReplay::count);
  }

  /** Whether something holds for a channel on either side. */
  boolean has(Predicate<ChannelReplay> wanted) {
    return byChannel.values().stream().flatMap(Count::replays).anyMatch(wanted);
  }

  private Count of(long channel) {
    return byChannel.computeIfAbsent(channel, first -> new Count());
  }
}
