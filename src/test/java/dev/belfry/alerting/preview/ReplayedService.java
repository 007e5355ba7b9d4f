package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertEngine;
import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.alerting.alert.AlertState;
import dev.belfry.alerting.alert.AlertStep;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.alerting.alert.ParentState;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The service as it takes results, keeps its state as text and is asked when it wants to be. What
 * it tells later stages of channels is counted, not raised: previews leave those channels out.
 */
final class ReplayedService {
  record Raised(AlertType type, int reminder, long at) {}

  private final AlertSettings settings;
  private final int locations;
  private final Silences silences;
  private final List<Integer> stages;
  final long period;
  final List<List<ReplayedService>> parents;
  private final Map<LocationResult, Long> began = new HashMap<>();
  private final List<ReplayedService> dependents = new ArrayList<>();
  private final List<LocationResult> stored = new ArrayList<>();
  final List<Raised> raised = new ArrayList<>();
  private String state = "{}";
  private @Nullable Long due;
  private boolean fails;
  int held;
  int escalated;
  private long now;

  ReplayedService(
      AlertSettings settings,
      int locations,
      Silences silences,
      List<Integer> stages,
      long period,
      List<List<ReplayedService>> parents) {
    this.stages = stages;
    this.settings = settings;
    this.locations = locations;
    this.silences = silences;
    this.period = period;
    this.parents = parents;
    parents.forEach(parent -> parent.forEach(one -> one.dependents.add(this)));
  }

  void ended(LocationResult result, long begun) {
    began.put(result, begun);
    ended(result);
  }

  void ended(LocationResult result) {
    pass(result.ended());
    now = Math.max(now, result.ended());
    stored.add(result);
    AlertState before = AlertState.of(state);
    boolean open = before.undecided().contains(result.slot());
    boolean bad = result.verdict() == Verdict.FAILED || result.verdict() == Verdict.DEGRADED;
    if (bad || (!before.isWell() && (result.verdict().isConclusive() || open))) {
      take(AlertEngine.onResult(before, policy(), result, UUID::randomUUID), before);
      complete();
    }
  }

  void pass(long until) {
    while (due != null && due + Replay.NOTICED_MILLIS < until) {
      look();
    }
  }

  /** When it is looked at next, the latest time for never. */
  long looksAt() {
    return due == null ? Long.MAX_VALUE : due + Replay.NOTICED_MILLIS;
  }

  void look() {
    now = Math.max(now, looksAt());
    complete();
    AlertState before = AlertState.of(state);
    take(AlertEngine.onDue(before, policy(), now), before);
  }

  private void complete() {
    for (Long slot : AlertState.of(state).undecided()) {
      for (LocationResult result : stored) {
        // Reading the state is what costs most, so it is read for results of the slot alone.
        if (result.slot() != slot) {
          continue;
        }
        AlertState before = AlertState.of(state);
        if (before.undecided().contains(slot)) {
          take(AlertEngine.onResult(before, policy(), result, UUID::randomUUID), before);
        }
      }
    }
  }

  private void take(AlertStep step, AlertState before) {
    state = step.state().json();
    due = step.state().due();
    fails = step.state().isFailing();
    if (before.isFailing() && !step.state().isFailing()) {
      dependents.forEach(one -> one.wake(now));
    }
    assertThat(before.isWell() && step.state().isWell() && step.type() != AlertType.NO_ALERT)
        .isFalse();
    held += step.held() == AlertType.NO_ALERT ? 0 : 1;
    if (step.type() != AlertType.NO_ALERT && step.isEscalation()) {
      escalated++;
    } else if (step.type() != AlertType.NO_ALERT) {
      raised.add(new Raised(step.type(), step.reminder(), now));
    }
  }

  private AlertPolicy policy() {
    return new AlertPolicy(settings, silences.holdAt(now), true, locations, stages, parentState());
  }

  private void wake(long at) {
    due = due == null ? null : (Long) Math.min(due, at);
  }

  private ParentState parentState() {
    boolean failing = false;
    long slowest = 0;
    long looked = Long.MAX_VALUE;
    for (List<ReplayedService> parent : parents) {
      boolean fails = true;
      for (ReplayedService one : parent) {
        slowest = Math.max(slowest, one.period);
        if (fails && !one.isFailing(now)) {
          fails = false;
          looked = Math.min(looked, one.looked(now));
        }
      }
      failing |= fails;
    }
    return parents.isEmpty() ? ParentState.NONE : ParentState.of(failing, slowest, looked, period);
  }

  private boolean isFailing(long at) {
    return fails
        && stored.stream()
            .anyMatch(
                run ->
                    run.verdict() == Verdict.FAILED
                        && run.slot() > at - Math.max(900_000, 3 * period));
  }

  private long looked(long at) {
    Map<String, LocationResult> newest = new HashMap<>();
    stored.stream()
        .filter(run -> run.verdict().isConclusive() && run.slot() > at - 2 * period - 900_000)
        .forEach(
            run ->
                newest.merge(
                    run.location(), run, (one, two) -> one.slot() > two.slot() ? one : two));
    return newest.values().stream()
        .mapToLong(run -> Objects.requireNonNull(began.get(run)))
        .max()
        .orElse(0);
  }
}
