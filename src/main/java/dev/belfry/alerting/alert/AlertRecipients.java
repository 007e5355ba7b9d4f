package dev.belfry.alerting.alert;

import dev.belfry.alerting.grouping.GroupedAlerts;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the channels that receive each alert. */
final class AlertRecipients {
  /** Checks whose channels are asked for before it is known whether they raise an alert. */
  private static final int FEW = 16;

  private final AlertStore store;
  private final Ids ids;

  AlertRecipients(AlertStore store, Ids ids) {
    this.store = store;
    this.ids = ids;
  }

  /** The channels of some checks. */
  interface Channels extends Function<List<UUID>, Future<Map<UUID, List<SubscribedChannel>>>> {}

  /**
   * The channels of these checks. Those of few are asked for at once, behind the statements that
   * were sent before, which saves a round trip of most alerts; those of many when they are needed.
   */
  Channels channels(SqlConnection connection, Collection<UUID> checks) {
    if (checks.size() > FEW) {
      return needed -> store.subscribedChannels(connection, needed);
    }
    Future<Map<UUID, List<SubscribedChannel>>> asked = store.subscribedChannels(connection, checks);
    return needed -> asked;
  }

  /**
   * Adds the receiving channels to each alert. Those that another transaction is deleting get their
   * messages late, if they stay. The future fails when the database does.
   */
  Future<Void> add(
      SqlConnection connection, List<AlertTransition> transitions, Channels subscribed) {
    List<AlertTransition> audible =
        transitions.stream()
            .filter(
                transition -> !transition.alerts.isEmpty() && !transition.check.settings().muted())
            .toList();
    if (audible.isEmpty()) {
      return Future.succeededFuture();
    }
    return subscribed
        .apply(audible.stream().map(transition -> transition.check.checkId()).toList())
        .compose(
            channels ->
                notified(connection, continued(audible, channels))
                    .map(
                        notified -> {
                          for (AlertTransition transition : audible) {
                            add(transition, channels.get(transition.check.checkId()), notified);
                          }
                          return null;
                        }));
  }

  /**
   * Episodes whose earlier messages matter: the recovered ones, and where channels have quiet hours
   * those of another level now.
   */
  private static Set<UUID> continued(
      List<AlertTransition> transitions, Map<UUID, List<SubscribedChannel>> channels) {
    Set<UUID> episodes = new HashSet<>();
    for (AlertTransition transition : transitions) {
      boolean quiet =
          channels.getOrDefault(transition.check.checkId(), List.of()).stream()
              .anyMatch(channel -> !channel.quietHours().isEmpty());
      transition.alerts.stream()
          .filter(alert -> quiet ? alert.type().isSequel() : alert.type().isRecovery())
          .map(Alert::episode)
          .forEach(episodes::add);
    }
    return episodes;
  }

  private Future<Map<UUID, Set<Long>>> notified(
      SqlConnection connection, Collection<UUID> episodes) {
    return episodes.isEmpty()
        ? Future.succeededFuture(new HashMap<>())
        : store.notifiedChannels(connection, episodes);
  }

  private void add(
      AlertTransition transition,
      @Nullable List<SubscribedChannel> channels,
      Map<UUID, Set<Long>> notified) {
    if (channels == null) {
      return;
    }
    Set<Long> covered = OnCall.covered(channels);
    for (int i = 0; i < transition.alerts.size(); i++) {
      Alert alert = transition.alerts.get(i);
      if (alert.type().isSequel()) {
        withdraw(transition, i);
      }
      Set<Long> before = notified.computeIfAbsent(alert.episode(), episode -> new HashSet<>());
      List<Long> told = new ArrayList<>();
      for (SubscribedChannel channel : channels) {
        if (!channel.receives(alert.type(), before.contains(channel.channelId()))
            || !alert.stages().include(channel.afterMinutes())
            || !(alert.type().isRecovery() || channel.speaks(covered))) {
          continue;
        }
        // A recovery is not grouped: the group sees it by itself, and a channel that was told apart
        // from a group gets it likewise.
        if (channel.grouped() && alert.type().isProblem()) {
          transition.grouped.add(new GroupedAlerts.Noted(channel.channelId(), alert.id()));
          continue;
        }
        if (holds(transition, alert, channel, before) && alert.type().isReminder()) {
          continue;
        }
        if (channel.leaving()) {
          transition.late.add(late(transition, alert, channel));
        } else {
          told.add(channel.channelId());
        }
      }
      transition.alerts.set(i, alert.withChannels(told));
    }
  }

  /**
   * Whether a message waits for the end of quiet hours; the others are told now.
   *
   * @param told takes the channel of a message that does not wait
   */
  private static boolean holds(
      AlertTransition transition, Alert alert, SubscribedChannel channel, Set<Long> told) {
    OptionalLong until = channel.quietUntil(alert.type(), alert.decided());
    until.ifPresentOrElse(
        end -> transition.quiet.hold(alert.id(), channel.channelId(), end),
        () -> told.add(channel.channelId()));
    return until.isPresent();
  }

  /** Drops waiting messages of this transaction that the alert at a place makes obsolete. */
  private static void withdraw(AlertTransition transition, int sequel) {
    UUID episode = transition.alerts.get(sequel).episode();
    for (int i = 0; i < sequel; i++) {
      Alert alert = transition.alerts.get(i);
      if (alert.episode().equals(episode)) {
        transition.alerts.set(
            i,
            alert.withChannels(
                alert.channels().stream()
                    .filter(channel -> transition.quiet.until(alert.id(), channel) == null)
                    .toList()));
        transition.late.removeIf(
            late -> late.alert().equals(alert.id()) && late.heldUntil() != null);
      }
    }
  }

  private LateDelivery late(AlertTransition transition, Alert alert, SubscribedChannel channel) {
    return new LateDelivery(
        ids.next(),
        alert.check().accountId(),
        alert.id(),
        channel.channelId(),
        transition.quiet.until(alert.id(), channel.channelId()));
  }
}
