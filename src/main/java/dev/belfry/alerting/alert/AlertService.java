package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Ids;
import dev.belfry.platform.trace.Tracer;
import dev.belfry.statuspages.incident.CheckIncidents;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
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

/**
 * Advances the alert states of checks within the caller's transaction, so that states, alert
 * history, queued messages and incidents change together. Safe for every thread.
 */
public final class AlertService {
  private static final long UNREADABLE_PAUSE_MILLIS = 60_000;
  private static final long LEAVING_PAUSE_MILLIS = 2_000;
  private static final Set<UUID> NONE = Set.of();

  private final AlertStore store = new AlertStore();
  private final ParentStore parents = new ParentStore();
  private final PostponedSteps postponed = new PostponedSteps();
  private final AlertEvidence evidence = new AlertEvidence();
  private final AlertRecipients recipients;
  private final Ids ids;
  private final AlertContext texts;
  private final AlertIncidents incidents;
  private final AlertMetrics metrics;
  private final AlertSpans spans;

  /**
   * Creates it.
   *
   * @param base address of the installation, with which links in messages begin
   */
  public AlertService(
      Ids ids, String base, CheckIncidents incidents, MeterRegistry registry, Tracer tracer) {
    this.ids = ids;
    this.recipients = new AlertRecipients(store, ids);
    this.texts = new AlertContext(base);
    this.incidents = new AlertIncidents(incidents);
    this.metrics = new AlertMetrics(registry);
    this.spans = new AlertSpans(tracer);
  }

  /**
   * Processes final results that this transaction stored for the first time. The future fails when
   * the database does. A concurrent deletion of a check, channel or service is no failure: what
   * depends on its outcome is done later, by {@link #resume}.
   */
  public Future<RaisedAlerts> onResults(SqlConnection connection, List<FinalResult> runs) {
    Map<Boolean, List<FinalResult>> held =
        runs.stream().collect(Collectors.partitioningBy(run -> postponed.holds(run.checkId())));
    return count(connection, held.getOrDefault(false, List.of()), true)
        .map(raised -> raised.leaving(Postponement.of(held.getOrDefault(true, List.of()))));
  }

  /**
   * Counts results.
   *
   * @param patient whether to leave what depends on the outcome of a deletion; else what is being
   *     deleted counts as gone
   */
  private Future<RaisedAlerts> count(
      SqlConnection connection, List<FinalResult> runs, boolean patient) {
    if (runs.isEmpty()) {
      return Future.succeededFuture(RaisedAlerts.NOTHING);
    }
    Map<UUID, List<FinalResult>> byCheck =
        runs.stream()
            .sorted(Comparator.comparingLong(FinalResult::ended).thenComparing(FinalResult::slot))
            .collect(Collectors.groupingBy(FinalResult::checkId));
    Set<UUID> leaving = new HashSet<>();
    Future<List<AlertStore.Locked>> locking = store.lock(connection, byCheck.keySet());
    // Sent without waiting: the connection executes it after the lock, with a snapshot of its own.
    Future<Map<UUID, CheckContext>> facts = store.facts(connection, byCheck.keySet());
    AlertRecipients.Channels channels = recipients.channels(connection, byCheck.keySet());
    return locking
        .compose(
            locked ->
                leaving(connection, byCheck.keySet(), locked, patient)
                    .onSuccess(leaving::addAll)
                    .compose(known -> load(connection, locked, facts)))
        .compose(
            transitions -> {
              for (AlertTransition transition : transitions) {
                byCheck
                    .getOrDefault(transition.check.checkId(), List.of())
                    .forEach(transition::onResult);
              }
              return complete(connection, transitions)
                  .compose(done -> finish(connection, transitions, patient, leaving, channels));
            })
        .map(
            raised ->
                raised.leaving(
                    Postponement.of(
                        runs.stream().filter(run -> leaving.contains(run.checkId())).toList())));
  }

  /** Checks whose state could not be locked although they are there. */
  private Future<Set<UUID>> leaving(
      SqlConnection connection, Set<UUID> checks, List<AlertStore.Locked> locked, boolean patient) {
    Set<UUID> missing = new HashSet<>(checks);
    locked.forEach(one -> missing.remove(one.checkId()));
    return missing.isEmpty() || !patient
        ? Future.succeededFuture(Set.of())
        : store.existing(connection, missing);
  }

  /** Whether steps wait for the end of a deletion. */
  boolean hasPostponed() {
    return !postponed.isEmpty();
  }

  /**
   * Does what had to wait for the end of a deletion, as far as that has ended. The future fails
   * when the database does.
   */
  Future<RaisedAlerts> resume(SqlConnection connection) {
    long now = System.nanoTime();
    Postponement young = postponed.waiting(false, now);
    Postponement old = postponed.waiting(true, now);
    Set<UUID> impatient = old.runs().stream().map(FinalResult::checkId).collect(Collectors.toSet());
    Postponement all = old.and(young); // The order in which they came.
    Map<Boolean, List<FinalResult>> runs =
        all.runs().stream()
            .collect(Collectors.partitioningBy(run -> impatient.contains(run.checkId())));
    return count(connection, runs.getOrDefault(false, List.of()), true)
        .compose(
            raised -> count(connection, runs.getOrDefault(true, List.of()), false).map(raised::and))
        .compose(
            raised -> LateDeliveryStore.queue(connection, young.deliveries()).map(raised::leaving))
        .map(raised -> raised.finishing(all));
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
                  : load(
                          connection,
                          locked,
                          store.facts(connection, AlertStore.Locked.checks(locked)))
                      .compose(transitions -> applyDue(connection, transitions));
            });
  }

  private Future<RaisedAlerts> applyDue(
      SqlConnection connection, List<AlertTransition> transitions) {
    long now = transitions.stream().mapToLong(transition -> transition.check.now()).min().orElse(0);
    List<UUID> checks = transitions.stream().map(transition -> transition.check.checkId()).toList();
    Set<UUID> leaving = new HashSet<>();
    AlertRecipients.Channels channels = recipients.channels(connection, checks);
    return complete(connection, transitions)
        .compose(done -> store.newestBadRuns(connection, checks, now))
        .compose(
            newest -> {
              transitions.forEach(
                  transition -> transition.onDue(newest.get(transition.check.checkId())));
              return finish(connection, transitions, true, leaving, channels);
            })
        .compose(raised -> postpone(connection, leaving, LEAVING_PAUSE_MILLIS).map(raised));
  }

  private Future<Void> postpone(SqlConnection connection, Collection<UUID> checks, long millis) {
    Future<Void> done = Future.succeededFuture();
    for (UUID check : checks) {
      done = done.compose(before -> store.postpone(connection, check, millis));
    }
    return done;
  }

  /** Makes the context of messages. */
  AlertContext texts() {
    return texts;
  }

  /** Counts raised alerts and keeps what has to wait; call it after the commit. */
  public void onCommitted(RaisedAlerts raised) {
    long nanos = System.nanoTime() - raised.nanos();
    raised.alerts().forEach(alert -> metrics.raised(alert, nanos));
    spans.onRaised(raised.alerts(), nanos);
    postponed.settle(raised.done(), raised.left(), System.nanoTime());
  }

  private Future<List<AlertTransition>> load(
      SqlConnection connection,
      List<AlertStore.Locked> locked,
      Future<Map<UUID, CheckContext>> facts) {
    return facts
        .compose(contexts -> parents.addTo(contexts, connection))
        .compose(
            contexts -> {
              List<AlertTransition> transitions = new ArrayList<>();
              List<UUID> unreadable = new ArrayList<>();
              for (AlertStore.Locked one : locked) {
                CheckContext check = contexts.get(one.checkId());
                if (check != null) {
                  transitions.add(
                      new AlertTransition(check, one.state(), one.incident(), texts, ids));
                } else {
                  unreadable.add(one.checkId());
                }
              }
              return postpone(connection, unreadable, UNREADABLE_PAUSE_MILLIS).map(transitions);
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

  /**
   * Writes what transitions led to.
   *
   * @param leaving takes the checks of those that must wait for the deletion of a service
   */
  private Future<RaisedAlerts> finish(
      SqlConnection connection,
      List<AlertTransition> transitions,
      boolean patient,
      Set<UUID> leaving,
      AlertRecipients.Channels channels) {
    long nanos = System.nanoTime();
    return (patient ? incidents.leaving(connection, transitions) : Future.succeededFuture(NONE))
        .onSuccess(leaving::addAll)
        .compose(
            waiting ->
                write(
                    connection,
                    transitions.stream()
                        .filter(transition -> !waiting.contains(transition.check.checkId()))
                        .toList(),
                    channels,
                    nanos));
  }

  private Future<RaisedAlerts> write(
      SqlConnection connection,
      List<AlertTransition> transitions,
      AlertRecipients.Channels channels,
      long nanos) {
    return evidence
        .add(connection, transitions)
        .compose(proved -> recipients.add(connection, transitions, channels))
        .compose(added -> incidents.update(connection, transitions))
        .compose(updated -> store.write(connection, new AlertRows(transitions, ids)))
        .map(written -> RaisedAlerts.of(transitions, nanos));
  }
}
