package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertEngine;
import dev.belfry.alerting.alert.AlertInternals;
import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.alerting.alert.AlertState;
import dev.belfry.alerting.alert.AlertStep;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.Flapping;
import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The tables of alerts, and how a check goes through them in the transaction of its results. */
final class SimulatedAlerts {
  private static final int MOST_DUE = 20;

  final Map<UUID, String> states = new LinkedHashMap<>();
  private final Map<UUID, Long> times = new LinkedHashMap<>();
  final Map<UUID, List<Alert>> episodes = new LinkedHashMap<>();
  final Map<UUID, Incident> incidents = new HashMap<>();
  final Map<UUID, List<Raised>> journal = new LinkedHashMap<>();
  final SimulatedOutbox outbox;
  final SimulatedParents parents;
  int held;
  int acknowledgements;
  private final SimulatedDatabase database;

  /** An alert as it was raised, for replays. */
  record Raised(AlertType type, int reminder) {}

  /**
   * An alert.
   *
   * @param again whether the episode had one of its kind: a further stage, or news of flapping
   */
  record Alert(
      UUID id,
      SimulatedCheck check,
      AlertType type,
      Set<Long> channels,
      String said,
      boolean again) {}

  /** What stands on the status page. */
  static final class Incident {
    int opened;
    int resolved;
  }

  SimulatedAlerts(SimulatedDatabase database) {
    this.database = database;
    outbox = new SimulatedOutbox(database);
    parents = new SimulatedParents(database);
  }

  /** Results of a check were inserted. */
  void ended(SimulatedCheck check, List<LocationResult> inserted) {
    List<LocationResult> runs = new ArrayList<>(inserted);
    runs.sort(Comparator.comparingLong(LocationResult::ended).thenComparing(LocationResult::slot));
    boolean matters = runs.stream().anyMatch(run -> isBad(run.verdict()));
    if (matters || states.containsKey(check.id)) {
      AlertState state = state(check);
      for (LocationResult run : runs) {
        if (run.verdict().isConclusive() || state.undecided().contains(run.slot())) {
          state = ended(check, state, run);
        }
      }
      keep(check, complete(check, state));
    }
    recount(check, runs);
  }

  /** What people must know now of a check at one place, by plain counting. */
  private void recount(SimulatedCheck check, List<LocationResult> runs) {
    boolean told = state(check).episode() != null;
    Verdict newest = Verdict.MISSED;
    long ended = 0;
    for (LocationResult run : runs) {
      if (run.verdict().isConclusive()) {
        newest = run.verdict();
        check.count(newest, run.ended());
        ended = run.ended();
      }
    }
    boolean single = check.series.size() == 1;
    if (single && told && newest == Verdict.PASSED && !check.settings.detectsFlapping()) {
      database.violations.add("not told that all is well: " + check.id);
    }
    boolean late = check.parents.isEmpty() ? check.isToBeTold() : parents.isOverdue(check, ended);
    if (single && !told && newest == Verdict.FAILED && late) {
      database.violations.add("not told of " + check.failures + " failures: " + check.id);
    }
  }

  /** Time has passed; any instance may notice. */
  void due() {
    long now = database.world.databaseMillis();
    List<UUID> due = new ArrayList<>();
    times.forEach(
        (check, when) -> {
          if (when <= now && due.size() < MOST_DUE) {
            due.add(check);
          }
        });
    for (UUID id : due) {
      SimulatedCheck check = database.check(id);
      AlertState state = complete(check, state(check));
      AlertPolicy policy = parents.policy(check);
      AlertStep step = AlertEngine.onDue(state, policy, now);
      parents.audit(check, policy, state, step, true, now);
      keep(check, take(check, state, step));
    }
  }

  /** A person closes the incident of an episode that is going on. */
  void resolveByHand(SimulatedCheck check) {
    Incident incident = incidents.get(state(check).episode());
    if (incident != null && incident.resolved == 0) {
      incident.resolved++;
    }
  }

  /** A person acts on a problem that goes on: acknowledges it, or snoozes it for a while. */
  void attend(SimulatedCheck check, boolean acknowledges, long snoozedMillis) {
    AlertState state = state(check);
    if (state.episode() != null) {
      long now = database.world.databaseMillis();
      AlertPolicy policy = parents.policy(check);
      acknowledgements++;
      keep(
          check,
          snoozedMillis > 0
              ? AlertInternals.snooze(state, policy, now + snoozedMillis, now)
              : AlertInternals.acknowledge(state, policy, acknowledges, now));
    }
  }

  AlertState state(SimulatedCheck check) {
    String json = states.get(check.id);
    return json == null ? AlertState.WELL : AlertState.of(json);
  }

  private static boolean isBad(Verdict verdict) {
    return verdict == Verdict.FAILED || verdict == Verdict.DEGRADED;
  }

  private void keep(SimulatedCheck check, AlertState state) {
    Long due = state.due();
    boolean ends = AlertInternals.isFailing(state(check)) && !AlertInternals.isFailing(state);
    if (state.isWell()) {
      states.remove(check.id);
    } else {
      states.put(check.id, state.json());
    }
    if (due == null) {
      times.remove(check.id);
    } else {
      times.put(check.id, due);
    }
    if (ends) {
      long now = database.world.databaseMillis();
      parents
          .dependents(check)
          .forEach(one -> times.computeIfPresent(one.id, (id, time) -> Math.min(time, now)));
    }
  }

  private AlertState ended(SimulatedCheck check, AlertState state, LocationResult run) {
    AlertPolicy policy = parents.policy(check);
    AlertStep step = AlertEngine.onResult(state, policy, run, () -> database.world.name());
    boolean decides = check.series.size() == 1 && run.verdict().isConclusive();
    parents.audit(check, policy, state, step, decides, run.ended());
    return take(check, state, step);
  }

  /** Results of open slots that came while all was well. */
  private AlertState complete(SimulatedCheck check, AlertState from) {
    AlertState state = from;
    for (long slot : from.undecided()) {
      for (LocationResult run : database.runsOf(check, slot)) {
        if (state.undecided().contains(slot)) {
          state = ended(check, state, run);
        }
      }
    }
    return state;
  }

  private AlertState take(SimulatedCheck check, AlertState before, AlertStep step) {
    held += step.held() == AlertType.NO_ALERT ? 0 : 1;
    if (step.type() != AlertType.NO_ALERT) {
      UUID episode = before.episode() == null ? step.state().episode() : before.episode();
      if (!step.isEscalation()) {
        journal
            .computeIfAbsent(check.id, first -> new ArrayList<>())
            .add(new Raised(step.type(), step.reminder()));
      }
      say(check, episode, step);
    }
    return step.state();
  }

  private void say(SimulatedCheck check, @Nullable UUID episode, AlertStep step) {
    AlertType type = step.type();
    List<Alert> told = episodes.computeIfAbsent(episode, name -> new ArrayList<>());
    Set<Long> channels = new HashSet<>(check.muted ? Set.of() : check.channels);
    channels.removeIf(one -> !AlertInternals.receives(step, SimulatedReceivers.delayMinutes(one)));
    if (isRecovery(type)) {
      channels.retainAll(told.stream().flatMap(one -> one.channels().stream()).distinct().toList());
    }
    boolean escalates = step.isEscalation();
    boolean again = !told.isEmpty() && (escalates || step.flapping() != Flapping.NO);
    String said = escalates ? "escalations" : step.flapping().name();
    Alert alert = new Alert(database.world.name(), check, type, channels, said, again);
    told.add(alert);
    channels.forEach(channel -> outbox.add(alert.id(), channel));
    if (check.opensIncidents && isFailure(type)) {
      incidents.computeIfAbsent(episode, name -> new Incident()).opened = 1;
    }
    Incident incident = incidents.get(episode);
    if (isRecovery(type) && incident != null && incident.resolved == 0) {
      incident.resolved++;
    }
  }

  static boolean isRecovery(AlertType type) {
    return type == AlertType.ALERT_RECOVERY || type == AlertType.ALERT_DEGRADED_RECOVERY;
  }

  static boolean isFailure(AlertType type) {
    return type == AlertType.ALERT_FAILURE || type == AlertType.ALERT_DEGRADED_FAILURE;
  }

  /** Whether a step tells people of another level for the first time. */
  static boolean isChange(AlertStep step) {
    AlertType type = step.type();
    return !step.isEscalation()
        && (isFirst(type) || isFailure(type) || type == AlertType.ALERT_FAILURE_DEGRADED);
  }

  private static boolean isFirst(AlertType type) {
    return type == AlertType.ALERT_FAILURE || type == AlertType.ALERT_DEGRADED;
  }

  /** What must not be once targets have passed for a while. */
  List<String> breaches() {
    List<String> found = new ArrayList<>();
    states.forEach((check, state) -> found.add("check " + check + " is not well: " + state));
    episodes.forEach(
        (episode, alerts) -> {
          List<AlertType> types =
              alerts.stream()
                  .filter(one -> !one.again() || isRecovery(one.type()))
                  .map(Alert::type)
                  .toList();
          if (!isFirst(types.get(0))
              || !isRecovery(types.get(types.size() - 1))
              || types.stream().filter(SimulatedAlerts::isRecovery).count() != 1
              || types.stream().filter(SimulatedAlerts::isFirst).count() != 1) {
            found.add("episode " + episode + " is " + types);
          }
          Incident incident = incidents.get(episode);
          boolean wanted =
              alerts.get(0).check().opensIncidents
                  && alerts.stream().anyMatch(one -> isFailure(one.type()));
          if (wanted != (incident != null)
              || (incident != null && (incident.opened != 1 || incident.resolved != 1))) {
            found.add("episode " + episode + " has not one incident: " + types);
          }
        });
    return found;
  }
}
