package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.TriggerIncident;
import dev.belfry.platform.db.Ids;
import dev.belfry.statuspages.incident.CheckIncidents;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Advances the alert states of checks within the caller's transaction, so that states, alert
 * history, queued messages and incidents change together. Safe for every thread.
 */
public final class AlertService {
  private final AlertStore store = new AlertStore();
  private final Ids ids;
  private final AlertContext texts;
  private final CheckIncidents incidents;
  private final AlertMetrics metrics;

  /**
   * Creates it.
   *
   * @param publicUrl public address of the installation, null when it is unknown
   */
  public AlertService(
      Ids ids, @Nullable URI publicUrl, CheckIncidents incidents, MeterRegistry registry) {
    this.ids = ids;
    this.texts = new AlertContext(publicUrl);
    this.incidents = incidents;
    this.metrics = new AlertMetrics(registry);
  }

  /**
   * Processes final results that this transaction stored for the first time. The future fails when
   * the database does; a concurrent deletion of a check or channel is no failure.
   */
  public Future<RaisedAlerts> onResults(SqlConnection connection, List<FinalResult> runs) {
    Map<UUID, List<FinalResult>> byCheck =
        runs.stream()
            .sorted(Comparator.comparingLong(FinalResult::ended).thenComparing(FinalResult::slot))
            .collect(Collectors.groupingBy(FinalResult::checkId));
    return store
        .lock(connection, byCheck.keySet())
        .compose(locked -> load(connection, locked))
        .compose(
            transitions -> {
              for (AlertTransition transition : transitions) {
                byCheck
                    .getOrDefault(transition.check.checkId(), List.of())
                    .forEach(transition::onResult);
              }
              return complete(connection, transitions)
                  .compose(done -> finish(connection, transitions));
            });
  }

  /**
   * Raises the reminders and escalations that are due. The future fails when the database does.
   *
   * @param most number of checks per call
   * @param processed receives the number of processed checks
   */
  Future<RaisedAlerts> processDue(SqlConnection connection, int most, IntConsumer processed) {
    return store
        .lockDue(connection, most)
        .compose(
            locked -> {
              processed.accept(locked.size());
              return locked.isEmpty()
                  ? Future.succeededFuture(RaisedAlerts.NOTHING)
                  : load(connection, locked)
                      .compose(transitions -> applyDue(connection, transitions));
            });
  }

  private Future<RaisedAlerts> applyDue(
      SqlConnection connection, List<AlertTransition> transitions) {
    long now = transitions.stream().mapToLong(transition -> transition.check.now()).min().orElse(0);
    List<UUID> checks = transitions.stream().map(transition -> transition.check.checkId()).toList();
    return complete(connection, transitions)
        .compose(done -> store.newestBadRuns(connection, checks, now))
        .compose(
            newest -> {
              transitions.forEach(
                  transition -> transition.onDue(newest.get(transition.check.checkId())));
              return finish(connection, transitions);
            });
  }

  /** Makes the context of messages. */
  AlertContext texts() {
    return texts;
  }

  /** Counts raised alerts; call it after their transaction is committed. */
  public void onCommitted(RaisedAlerts raised) {
    long nanos = System.nanoTime() - raised.nanos();
    raised.alerts().forEach(alert -> metrics.raised(alert, nanos));
  }

  private Future<List<AlertTransition>> load(
      SqlConnection connection, List<AlertStore.Locked> locked) {
    return store
        .facts(connection, locked.stream().map(AlertStore.Locked::checkId).toList())
        .compose(
            contexts -> {
              List<AlertTransition> transitions = new ArrayList<>();
              Future<Void> postponed = Future.succeededFuture();
              for (AlertStore.Locked one : locked) {
                CheckContext check = contexts.get(one.checkId());
                if (check != null) {
                  transitions.add(
                      new AlertTransition(check, one.state(), one.incident(), texts, ids));
                } else {
                  postponed = postponed.compose(done -> store.postpone(connection, one.checkId()));
                }
              }
              return postponed.map(transitions);
            });
  }

  /** Adds stored results of open slots; they were skipped while the check had no state. */
  private Future<Void> complete(SqlConnection connection, List<AlertTransition> transitions) {
    Map<UUID, AlertTransition> open = new HashMap<>();
    Map<UUID, List<Long>> slots = new HashMap<>();
    for (AlertTransition transition : transitions) {
      List<Long> undecided = transition.state().undecided();
      if (!undecided.isEmpty()) {
        open.put(transition.check.checkId(), transition);
        slots.put(transition.check.checkId(), undecided);
      }
    }
    if (open.isEmpty()) {
      return Future.succeededFuture();
    }
    return store
        .runs(connection, slots)
        .map(
            runs -> {
              for (FinalResult run : runs) {
                AlertTransition transition = open.get(run.checkId());
                if (transition != null) {
                  transition.onStoredResult(run);
                }
              }
              return null;
            });
  }

  private Future<RaisedAlerts> finish(SqlConnection connection, List<AlertTransition> transitions) {
    long nanos = System.nanoTime();
    return addRecipients(connection, transitions)
        .compose(added -> updateIncidents(connection, transitions))
        .compose(updated -> store.write(connection, new AlertRows(transitions, ids)))
        .map(
            written ->
                new RaisedAlerts(
                    transitions.stream().flatMap(transition -> transition.alerts.stream()).toList(),
                    nanos));
  }

  /** Adds the receiving channels to each alert. */
  private Future<Void> addRecipients(SqlConnection connection, List<AlertTransition> transitions) {
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
                            addRecipients(
                                transition, channels.get(transition.check.checkId()), notified);
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

  /** A channel gets the recovery of an episode only if it got an earlier alert of it. */
  private static void addRecipients(
      AlertTransition transition,
      @Nullable List<SubscribedChannel> channels,
      Map<UUID, Set<Long>> notified) {
    if (channels == null) {
      return;
    }
    transition.alerts.replaceAll(
        alert -> {
          Set<Long> before = notified.computeIfAbsent(alert.episode(), episode -> new HashSet<>());
          List<Long> recipients =
              channels.stream()
                  .filter(one -> one.wants(alert.type()))
                  .map(SubscribedChannel::channelId)
                  .filter(channel -> !alert.type().isRecovery() || before.contains(channel))
                  .toList();
          before.addAll(recipients);
          return alert.withChannels(recipients);
        });
  }

  private Future<Void> updateIncidents(
      SqlConnection connection, List<AlertTransition> transitions) {
    Future<Void> updated = Future.succeededFuture();
    for (AlertTransition transition : transitions) {
      for (Alert alert : transition.alerts) {
        updated = updated.compose(done -> updateIncident(connection, transition, alert.type()));
      }
    }
    return updated;
  }

  private Future<Void> updateIncident(
      SqlConnection connection, AlertTransition transition, AlertType type) {
    TriggerIncident wanted = transition.check.own().alerting().triggerIncident();
    UUID account = transition.check.accountId();
    boolean quiet = transition.check.settings().muted();
    UUID incident = transition.incident;
    if (type.isRecovery() && incident != null) {
      transition.incident = null;
      return incidents.resolve(connection, account, incident, quiet);
    }
    if (type.isFailure() && incident == null && wanted != null) {
      return incidents
          .open(connection, account, wanted, quiet)
          .onSuccess(opened -> transition.incident = opened)
          .mapEmpty();
    }
    return Future.succeededFuture();
  }
}
