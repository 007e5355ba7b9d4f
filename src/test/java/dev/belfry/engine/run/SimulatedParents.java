package dev.belfry.engine.run;

import dev.belfry.alerting.alert.AlertInternals;
import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.alerting.alert.ParentState;
import java.util.ArrayList;
import java.util.List;

/** What the checks depend on, as the SQL of dependencies has it. */
final class SimulatedParents {
  private static final long NEWS_MILLIS = 900_000;
  private static final long RUN_MILLIS = 120_000;

  /** What a hold may last after its end: the look of every five minutes and a slow second. */
  private static final long LATE_MILLIS = 420_000;

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
    for (List<SimulatedCheck> parent : check.parents) {
      List<SimulatedCheck> active = parent.stream().filter(one -> one.period() > 0).toList();
      long period = active.stream().mapToLong(SimulatedCheck::period).max().orElse(0);
      slowest = Math.max(slowest, period);
      failing |= !active.isEmpty() && active.stream().allMatch(one -> isFailing(one, period));
    }
    if (failing) {
      check.parentFailed = database.world.databaseMillis();
    }
    return check.parents.isEmpty()
        ? ParentState.NONE
        : new ParentState(failing, slowest, Long.MAX_VALUE, check.period() + RUN_MILLIS);
  }

  private boolean isFailing(SimulatedCheck check, long period) {
    return AlertInternals.isFailing(database.alerts.state(check))
        && check.lastFailed > database.world.databaseMillis() - Math.max(NEWS_MILLIS, 3 * period);
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

  /** Whether a check that fails enough has been held or has waited for longer than it may. */
  boolean isOverdue(SimulatedCheck check) {
    AlertPolicy policy = policy(check);
    long since = Math.max(check.parentFailed, check.failing);
    return check.isToBeTold()
        && !policy.parents().failing()
        && database.world.databaseMillis() - since
            > policy.parents().waitMillis() + policy.parents().graceMillis() + LATE_MILLIS;
  }
}
