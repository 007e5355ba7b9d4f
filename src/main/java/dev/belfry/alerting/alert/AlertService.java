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
 * Takes the alerts of checks from one state to the next in transactions of others: state, history,
 * messages to be sent and incidents change together or not at all. Safe for every thread.
 */
public final class AlertService {
  private final AlertStore store = new AlertStore();
  private final Ids ids;
  private final AlertContext texts;
  private final CheckIncidents incidents;
  private final AlertMetrics metrics;

  /**
   * @param publicUrl where people reach this service, null when unknown
   */
  public AlertService(
      Ids ids, @Nullable URI publicUrl, CheckIncidents incidents, MeterRegistry registry) {
    this.ids = ids;
    this.texts = new AlertContext(publicUrl);
    this.incidents = incidents;
    this.metrics = new AlertMetrics(registry);
  }

  /**
   * Final results were stored in this transaction, for the first time. Never fails because of a
   * check or a channel that is deleted meanwhile.
   */
  public Future<RaisedAlerts> ended(SqlConnection connection, List<FinalResult> runs) {
    Map<UUID, List<FinalResult>> byCheck =
        runs.stream()
            .sorted(Comparator.comparingLong(FinalResult::ended).thenComparing(FinalResult::slot))
            .collect(Collectors.groupingBy(FinalResult::checkId));
    return store
        .lock(connection, byCheck.keySet())
        .compose(locked -> walks(connection, locked))
        .compose(
            walks -> {
              for (AlertTransition walk : walks) {
                byCheck.getOrDefault(walk.check.checkId(), List.of()).forEach(walk::ended);
              }
              return complete(connection, walks).compose(done -> finish(connection, walks));
            });
  }

  /**
   * Reminds and escalates where it is time to.
   *
   * @param most checks at once
   * @param looked told how many there were
   */
  Future<RaisedAlerts> due(SqlConnection connection, int most, IntConsumer looked) {
    return store
        .lockDue(connection, most)
        .compose(
            locked -> {
              looked.accept(locked.size());
              return locked.isEmpty()
                  ? Future.succeededFuture(RaisedAlerts.NOTHING)
                  : walks(connection, locked).compose(walks -> due(connection, walks));
            });
  }

  private Future<RaisedAlerts> due(SqlConnection connection, List<AlertTransition> walks) {
    long now = walks.stream().mapToLong(walk -> walk.check.now()).min().orElse(0);
    List<UUID> checks = walks.stream().map(walk -> walk.check.checkId()).toList();
    return complete(connection, walks)
        .compose(done -> store.newestBadRuns(connection, checks, now))
        .compose(
            newest -> {
              walks.forEach(walk -> walk.due(newest.get(walk.check.checkId())));
              return finish(connection, walks);
            });
  }

  /** What messages say. */
  AlertContext texts() {
    return texts;
  }

  /** What was raised is in the database for good. */
  public void committed(RaisedAlerts raised) {
    long nanos = System.nanoTime() - raised.nanos();
    raised.alerts().forEach(alert -> metrics.raised(alert, nanos));
  }

  private Future<List<AlertTransition>> walks(
      SqlConnection connection, List<AlertStore.Locked> locked) {
    return store
        .facts(connection, locked.stream().map(AlertStore.Locked::checkId).toList())
        .compose(
            facts -> {
              List<AlertTransition> walks = new ArrayList<>();
              Future<Void> postponed = Future.succeededFuture();
              for (AlertStore.Locked one : locked) {
                CheckContext check = facts.get(one.checkId());
                if (check != null) {
                  walks.add(new AlertTransition(check, one.state(), one.incident(), texts, ids));
                } else {
                  postponed = postponed.compose(done -> store.postpone(connection, one.checkId()));
                }
              }
              return postponed.map(walks);
            });
  }

  /** Slots that are still open may have results that nobody looked at, since all was well then. */
  private Future<Void> complete(SqlConnection connection, List<AlertTransition> walks) {
    Map<UUID, AlertTransition> open = new HashMap<>();
    Map<UUID, List<Long>> slots = new HashMap<>();
    for (AlertTransition walk : walks) {
      List<Long> undecided = walk.state().undecided();
      if (!undecided.isEmpty()) {
        open.put(walk.check.checkId(), walk);
        slots.put(walk.check.checkId(), undecided);
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
                AlertTransition walk = open.get(run.checkId());
                if (walk != null) {
                  walk.found(run);
                }
              }
              return null;
            });
  }

  private Future<RaisedAlerts> finish(SqlConnection connection, List<AlertTransition> walks) {
    long nanos = System.nanoTime();
    return address(connection, walks)
        .compose(addressed -> tellIncidents(connection, walks))
        .compose(told -> store.write(connection, new AlertRows(walks, ids)))
        .map(
            written ->
                new RaisedAlerts(
                    walks.stream().flatMap(walk -> walk.alerts.stream()).toList(), nanos));
  }

  /** Puts on each alert who gets it. */
  private Future<Void> address(SqlConnection connection, List<AlertTransition> walks) {
    List<AlertTransition> audible =
        walks.stream()
            .filter(walk -> !walk.alerts.isEmpty() && !walk.check.settings().muted())
            .toList();
    if (audible.isEmpty()) {
      return Future.succeededFuture();
    }
    Set<UUID> over =
        audible.stream()
            .flatMap(walk -> walk.alerts.stream())
            .filter(alert -> alert.type().isRecovery())
            .map(Alert::episode)
            .collect(Collectors.toSet());
    return store
        .receivers(connection, audible.stream().map(walk -> walk.check.checkId()).toList())
        .compose(
            receivers ->
                told(connection, over)
                    .map(
                        told -> {
                          for (AlertTransition walk : audible) {
                            address(walk, receivers.get(walk.check.checkId()), told);
                          }
                          return null;
                        }));
  }

  private Future<Map<UUID, Set<Long>>> told(SqlConnection connection, Collection<UUID> episodes) {
    return episodes.isEmpty()
        ? Future.succeededFuture(new HashMap<>())
        : store.told(connection, episodes);
  }

  /** Who was told nothing of an episode does not hear of its end either. */
  private static void address(
      AlertTransition walk,
      @Nullable List<SubscribedChannel> receivers,
      Map<UUID, Set<Long>> told) {
    if (receivers == null) {
      return;
    }
    walk.alerts.replaceAll(
        alert -> {
          Set<Long> before = told.computeIfAbsent(alert.episode(), episode -> new HashSet<>());
          List<Long> channels =
              receivers.stream()
                  .filter(one -> one.wants(alert.type()))
                  .map(SubscribedChannel::channelId)
                  .filter(channel -> !alert.type().isRecovery() || before.contains(channel))
                  .toList();
          before.addAll(channels);
          return alert.to(channels);
        });
  }

  private Future<Void> tellIncidents(SqlConnection connection, List<AlertTransition> walks) {
    Future<Void> told = Future.succeededFuture();
    for (AlertTransition walk : walks) {
      for (Alert alert : walk.alerts) {
        told = told.compose(done -> tellIncident(connection, walk, alert.type()));
      }
    }
    return told;
  }

  private Future<Void> tellIncident(
      SqlConnection connection, AlertTransition walk, AlertType type) {
    TriggerIncident wanted = walk.check.own().alerting().triggerIncident();
    UUID account = walk.check.accountId();
    boolean quiet = walk.check.settings().muted();
    UUID incident = walk.incident;
    if (type.isRecovery() && incident != null) {
      walk.incident = null;
      return incidents.resolve(connection, account, incident, quiet);
    }
    if (type.isFailure() && incident == null && wanted != null) {
      return incidents
          .open(connection, account, wanted, quiet)
          .onSuccess(opened -> walk.incident = opened)
          .mapEmpty();
    }
    return Future.succeededFuture();
  }
}
