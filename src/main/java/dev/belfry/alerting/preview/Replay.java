package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.AlertEngine;
import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.alerting.alert.AlertState;
import dev.belfry.alerting.alert.AlertStep;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes one check through its stored results under one policy, as the service would have done:
 * results count in the order in which they ended, and the engine is asked again when time alone may
 * raise an alert. Results that passed are skipped while the check has no state, and found again
 * when their slot turns out to be open.
 */
final class Replay {
  /** Longer than a slot waits for results, with the longest retries. */
  private static final long KEPT_MILLIS = 3_600_000;

  /**
   * How long after its time something due is noticed: the service looks once a second. A result
   * that ends meanwhile counts before it.
   */
  static final long NOTICED_MILLIS = 500;

  private final AlertSettings settings;
  private final int locations;
  private final Silences silences;
  private final List<Integer> stages;
  private final ReplayedParents parents;
  private final @Nullable ParentHistory history;
  private final List<ReplayedAlert> alerts = new ArrayList<>();
  private final TreeMap<Long, List<LocationResult>> recent = new TreeMap<>();
  private final PriorityQueue<LocationResult> pending =
      new PriorityQueue<>(
          Comparator.comparingLong(LocationResult::ended).thenComparing(LocationResult::slot));
  private AlertState state = AlertState.WELL;
  private long episodes;
  private long now;

  /** When the engine was asked last. */
  private long asked;

  /**
   * Begins without a problem.
   *
   * @param locations number of locations per run, at least 1
   */
  Replay(AlertSettings settings, int locations, Silences silences) {
    this(settings, locations, silences, List.of(), ReplayedParents.NONE, null);
  }

  /**
   * Begins without a problem. A replay has no acknowledgements.
   *
   * @param locations number of locations per run, at least 1
   * @param stages the delays of its channels, minutes above 0, ascending
   * @param parents what the check depends on
   * @param history learns when the check fails, null for a check that no other one depends on
   */
  Replay(
      AlertSettings settings,
      int locations,
      Silences silences,
      List<Integer> stages,
      ReplayedParents parents,
      @Nullable ParentHistory history) {
    this.settings = settings;
    this.locations = locations;
    this.silences = silences;
    this.stages = List.copyOf(stages);
    this.parents = parents;
    this.history = history;
  }

  /** The alerts so far, in order. */
  List<ReplayedAlert> alerts() {
    return alerts;
  }

  /** Whether results that passed would change nothing. */
  boolean isIdle() {
    return state.equals(AlertState.WELL) && pending.isEmpty();
  }

  /** Takes a result, which counts once time has reached its end. */
  void add(LocationResult result) {
    pending.add(result);
  }

  /** Counts what ended before a time and lets the time pass until then. */
  void advance(long until) {
    for (LocationResult next = pending.peek(); next != null && next.ended() < until; ) {
      pending.remove();
      runClock(next.ended());
      now = Math.max(now, next.ended());
      onResult(next);
      next = pending.peek();
    }
    runClock(until);
  }

  /** Lets the time pass until just before a result or the end. */
  private void runClock(long until) {
    for (Long due = due(); due != null && due + NOTICED_MILLIS < until; due = due()) {
      now = Math.max(now, due + NOTICED_MILLIS);
      complete();
      take(AlertEngine.onDue(state, policy(), now));
    }
  }

  /** When the check is looked at next; the end of a failure of a parent makes it due. */
  private @Nullable Long due() {
    Long due = state.due();
    if (due == null) {
      return null;
    }
    Long end = parents.endAfter(asked);
    return end == null || end >= due ? due : end;
  }

  private void onResult(LocationResult result) {
    if (locations > 1) {
      recent.computeIfAbsent(result.slot(), slot -> new ArrayList<>(locations)).add(result);
      recent.headMap(result.slot() - KEPT_MILLIS).clear();
    }
    boolean counts =
        isBad(result.verdict())
            || (!state.isWell() && result.verdict().isConclusive())
            || state.undecided().contains(result.slot());
    if (counts) {
      count(result);
      complete();
    }
  }

  private void count(LocationResult result) {
    take(AlertEngine.onResult(state, policy(), result, () -> new UUID(0, ++episodes)));
  }

  /** Counts results of open slots that were skipped. */
  private void complete() {
    for (Long slot : state.undecided()) {
      for (LocationResult result : recent.getOrDefault(slot, List.of())) {
        if (state.undecided().contains(slot)) {
          count(result);
        }
      }
    }
  }

  private void take(AlertStep step) {
    UUID before = state.episode();
    state = step.state();
    asked = now;
    if (history != null) {
      history.turn(now, state.isFailing());
    }
    UUID episode = state.episode() == null ? before : state.episode();
    // An escalation tells further channels of what was raised before.
    if (step.type() != AlertType.NO_ALERT && !step.isEscalation() && episode != null) {
      alerts.add(
          new ReplayedAlert(step.type(), step.reminder(), now, episode.getLeastSignificantBits()));
    }
  }

  private AlertPolicy policy() {
    return new AlertPolicy(
        settings, silences.holdAt(now), true, locations, stages, parents.at(now));
  }

  private static boolean isBad(Verdict verdict) {
    return verdict == Verdict.FAILED || verdict == Verdict.DEGRADED;
  }
}
