package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the channels that receive each alert. */
final class AlertRecipients {
  private final AlertStore store;
  private final Ids ids;

  AlertRecipients(AlertStore store, Ids ids) {
    this.store = store;
    this.ids = ids;
  }

  /**
   * Adds the receiving channels to each alert. Those that another transaction is deleting get their
   * messages late, if they stay. The future fails when the database does.
   */
  Future<Void> add(SqlConnection connection, List<AlertTransition> transitions) {
    List<AlertTransition> audible =
        transitions.stream()
            .filter(
                transition -> !transition.alerts.isEmpty() && !transition.check.settings().muted())
            .toList();
    if (audible.isEmpty()) {
      return Future.succeededFuture();
    }
    Set<UUID> recovered =
        audible.stream()
            .flatMap(transition -> transition.alerts.stream())
            .filter(alert -> alert.type().isRecovery())
            .map(Alert::episode)
            .collect(Collectors.toSet());
    return store
        .subscribedChannels(
            connection, audible.stream().map(transition -> transition.check.checkId()).toList())
        .compose(
            channels ->
                notified(connection, recovered)
                    .map(
                        notified -> {
                          for (AlertTransition transition : audible) {
                            add(transition, channels.get(transition.check.checkId()), notified);
                          }
                          return null;
                        }));
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
    transition.alerts.replaceAll(
        alert -> {
          Set<Long> before = notified.computeIfAbsent(alert.episode(), episode -> new HashSet<>());
          List<SubscribedChannel> recipients =
              channels.stream()
                  .filter(one -> one.receives(alert.type(), before.contains(one.channelId())))
                  .filter(one -> alert.stages().include(one.afterMinutes()))
                  .toList();
          recipients.forEach(one -> before.add(one.channelId()));
          recipients.stream()
              .filter(SubscribedChannel::leaving)
              .map(one -> late(alert, one))
              .forEach(transition.late::add);
          return alert.withChannels(
              recipients.stream()
                  .filter(one -> !one.leaving())
                  .map(SubscribedChannel::channelId)
                  .toList());
        });
  }

  private LateDelivery late(Alert alert, SubscribedChannel channel) {
    return new LateDelivery(ids.next(), alert.check().accountId(), alert.id(), channel.channelId());
  }
}
