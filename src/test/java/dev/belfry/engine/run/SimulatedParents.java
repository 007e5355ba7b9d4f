package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertInternals;
import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.alerting.alert.AlertState;
import dev.belfry.alerting.alert.AlertStep;
import dev.belfry.alerting.alert.ParentState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What the checks depend on, as the SQL of dependencies has it. */
final class SimulatedParents {
  private static final long NEWS_MILLIS = 900_000;
  private static final long RUN_MILLIS = 120_000;

  /** What a hold may last after its end: the look of every five minutes and a slow second. */
  private static final long LATE_MILLIS = 420_000;

  /** What a check waits at most for a late run of a parent. */
  private static final long LATE_RUN_MILLIS = 60_000;

  /** How often a check waited for a late run of a parent, and how often it spoke without one. */
  int waited;

  int spokeWithout;
  private final SimulatedDatabase database;

  SimulatedParents(SimulatedDatabase database) {
    this.database = database;
  }

  /** A new check depends on some that were there before, so that there are no circles. */
  void choose(SimulatedCheck check) {
    List<SimulatedCheck> all = List.copyOf(database.checks.values());
    int kind = database.world.random.nextInt(8);
    if (all.size() < 8 || kind > 3) {
      return;
    }
    int first = database.world.random.nextInt(all.size() - 4);
    check.parents.add(kind == 0 ? all.subList(first, first + 3) : List.of(all.get(first)));
    if (kind == 1) {
      check.parents.add(List.of(all.get(all.size() - 1)));
    }
  }

  /** The rules of a check by now. */
  AlertPolicy policy(SimulatedCheck check) {
    AlertPolicy own = check.policy();
    List<Integer> stages =
        check.channels.stream()
            .map(SimulatedReceivers::delayMinutes)
            .filter(minutes -> minutes > 0)
            .distinct()
            .sorted()
            .toList();
    return new AlertPolicy(
        own.settings(),
        own.inMaintenance(),
        own.activated(),
        own.locations(),
        stages,
        state(check));
  }

  private ParentState state(SimulatedCheck check) {
    boolean failing = false;
    long slowest = 0;
    long looked = Long.MAX_VALUE;
    for (List<SimulatedCheck> parent : check.parents) {
      List<SimulatedCheck> active = parent.stream().filter(one -> one.period() > 0).toList();
      long period = active.stream().mapToLong(SimulatedCheck::period).max().orElse(0);
      slowest = Math.max(slowest, period);
      Optional<SimulatedCheck> witness =
          active.stream()
              .filter(one -> !isFailing(one))
              .min(Comparator.comparing(one -> one.id.toString()));
      failing |= !active.isEmpty() && witness.isEmpty();
      looked = Math.min(looked, witness.map(this::looked).orElse(Long.MAX_VALUE));
    }
    if (failing) {
      check.parentFailed = database.world.databaseMillis();
    }
    return check.parents.isEmpty()
        ? ParentState.NONE
        : new ParentState(failing, slowest, looked, check.period() + RUN_MILLIS);
  }

  private boolean isFailing(SimulatedCheck check) {
    return AlertInternals.isFailing(database.alerts.state(check))
        && check.lastFailed
            > database.world.databaseMillis() - Math.max(NEWS_MILLIS, 3 * check.period());
  }

  /** When the last run of a check began that says how it is; 0 for none of late. */
  private long looked(SimulatedCheck check) {
    long oldest = database.world.databaseMillis() - 2 * check.period() - NEWS_MILLIS;
    return check.series.stream()
        .flatMap(
            series ->
                database
                    .finals
                    .getOrDefault(series.id, new TreeMap<>())
                    .tailMap(oldest, false)
                    .descendingMap()
                    .values()
                    .stream()
                    .filter(run -> run.verdict().isConclusive())
                    .limit(1))
        .mapToLong(SimulatedDatabase.Outcome::began)
        .max()
        .orElse(0);
  }

  /**
   * Judges by the stored runs whether a check may speak now, or be silent, that was not held
   * before.
   *
   * @param decides whether the step follows from a verdict or from time
   */
  void audit(
      SimulatedCheck check,
      AlertPolicy policy,
      AlertState before,
      AlertStep step,
      boolean decides,
      long now) {
    if (check.parents.isEmpty() || AlertInternals.wasHeld(before) || policy.parents().failing()) {
      return;
    }
    long since = AlertInternals.troubledSince(step.state());
    long late = now - since - policy.parents().waitMillis();
    boolean came = check.parents.stream().allMatch(parent -> hasRunSince(parent, since));
    if (SimulatedAlerts.isChange(step)) {
      spokeWithout += came ? 0 : 1;
      if (late < 0 || (late < LATE_RUN_MILLIS && !came)) {
        database.violations.add(
            "spoke %d ms after the wait for its parents, %s their later runs: %s"
                .formatted(late, came ? "with" : "without", check.id));
      }
    } else if (decides
        && late >= 0
        && !check.held
        && AlertInternals.isUntold(step.state(), policy, now)) {
      waited += came ? 0 : 1;
      if (late >= LATE_RUN_MILLIS) {
        database.violations.add(
            "silent %d ms after the wait for its parents: %s".formatted(late, check.id));
      }
    }
  }

  /** Whether an active check of a parent that does not fail has had a run that began since. */
  private boolean hasRunSince(List<SimulatedCheck> parent, long since) {
    List<SimulatedCheck> active = parent.stream().filter(one -> one.period() > 0).toList();
    return active.isEmpty()
        || active.stream()
            .filter(one -> !isFailing(one))
            .flatMap(one -> one.series.stream())
            .flatMap(
                series ->
                    database.finals.getOrDefault(series.id, new TreeMap<>()).values().stream())
            .anyMatch(run -> run.verdict().isConclusive() && run.began() >= since);
  }

  /** The checks that depend on one. */
  List<SimulatedCheck> dependents(SimulatedCheck check) {
    List<SimulatedCheck> found = new ArrayList<>();
    for (SimulatedCheck one : database.checks.values()) {
      if (one.parents.stream().anyMatch(parent -> parent.contains(check))) {
        found.add(one);
      }
    }
    return found;
  }

  /**
   * Whether a check that fails enough has been held or has waited for longer than it may; one that
   * was not held says so with the run that ended when its time is over.
   */
  boolean isOverdue(SimulatedCheck check, long ended) {
    AlertPolicy policy = policy(check);
    if (check.parentFailed < check.troubled) {
      return check.isToBeTold()
          && !policy.parents().failing()
          && ended - check.failing > policy.parents().waitMillis() + LATE_RUN_MILLIS;
    }
    long since = Math.max(check.parentFailed, check.failing);
    return check.isToBeTold()
        && !policy.parents().failing()
        && database.world.databaseMillis() - since
            > policy.parents().waitMillis() + policy.parents().graceMillis() + LATE_MILLIS;
  }
}
