package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.SubscribedChannel;
import dev.belfry.alerting.grouping.AlertGroup.Level;
import dev.belfry.alerting.grouping.GroupReplay;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of one channel about the alerts of replays: each by itself or in groups, and
 * none in quiet hours. Confined to one thread at a time.
 */
final class ChannelReplay {
  private final @Nullable GroupReplay groups;
  private final long from;
  private final long to;
  private long messages;
  private boolean cut;

  /**
   * Begins without a message.
   *
   * @param from of the range whose messages count, milliseconds since 1970
   * @param to its end, exclusive
   */
  ChannelReplay(PreviewedChannel channel, long from, long to) {
    this.groups = channel.channel().grouped() ? new GroupReplay(channel.settings()) : null;
    this.from = from;
    this.to = to;
  }

  /** Adds the alerts of one check. */
  void add(GroupReplay.Subject subject, List<ReplayedAlert> alerts, SubscribedChannel channel) {
    if (groups == null) {
      each(alerts, channel);
      return;
    }
    List<GroupReplay.Event> events = new ArrayList<>();
    for (ReplayedAlert alert : alerts) {
      boolean joins = alert.type().isProblem() && channel.receives(alert.type(), false);
      events.add(
          new GroupReplay.Event(alert.at(), subject, alert.episode(), level(alert.type()), joins));
    }
    cut |= !groups.add(events);
  }

  /** What ends in quiet hours is not told, and what goes on is told at their end. */
  private void each(List<ReplayedAlert> alerts, SubscribedChannel channel) {
    Set<Long> told = new HashSet<>();
    OptionalLong waiting = OptionalLong.empty();
    long episode = 0;
    for (ReplayedAlert alert : alerts) {
      if (waiting.isPresent() && waiting.getAsLong() <= alert.at()) {
        send(waiting.getAsLong());
        told.add(episode);
        waiting = OptionalLong.empty();
      }
      if (alert.type().isSequel()) {
        waiting = OptionalLong.empty();
      }
      if (!channel.receives(alert.type(), told.contains(alert.episode()))) {
        continue;
      }
      OptionalLong until = channel.quietUntil(alert.type(), alert.at());
      if (until.isEmpty()) {
        send(alert.at());
        told.add(alert.episode());
      } else if (alert.type().isRecovery()) {
        send(until.getAsLong());
      } else if (!alert.type().isReminder()) {
        waiting = until;
        episode = alert.episode();
      }
    }
    waiting.ifPresent(this::send);
  }

  private void send(long at) {
    messages += at >= from && at < to ? 1 : 0;
  }

  /** Puts alerts into groups; call it once, when all are added. */
  void count() {
    if (groups != null) {
      messages = groups.messages(from, to);
    }
  }

  long messages() {
    return messages;
  }

  /** Whether alerts are left out. */
  boolean isCut() {
    return cut;
  }

  /** Whether alerts count as alike of which that is not known. */
  boolean isVague() {
    return groups != null && groups.hasUnknownTerms();
  }

  private static Level level(AlertType type) {
    return switch (type) {
      case ALERT_FAILURE, ALERT_FAILURE_REMAIN, ALERT_DEGRADED_FAILURE -> Level.FAILED;
      case ALERT_DEGRADED, ALERT_DEGRADED_REMAIN, ALERT_FAILURE_DEGRADED -> Level.DEGRADED;
      case ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY, NO_ALERT, ALERT_SSL -> Level.RECOVERED;
    };
  }
}
