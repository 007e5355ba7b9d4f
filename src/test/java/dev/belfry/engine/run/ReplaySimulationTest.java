package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.alerting.preview.ReplayedHistory;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.EscalationType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Real engines with retries and parallel locations on a virtual clock, whose targets fail and
 * recover: the replay of the stored results gives the alerts that were raised.
 */
class ReplaySimulationTest {
  private static final int SEEDS = 10;
  private static final int CHANGES = 80;

  /** One dependent in so many may be replayed unlike it was. */
  private static final int MOST_UNLIKE = 40;

  /** Within which engines look for what is due. */
  private static final long NOTICED_MILLIS = 1_500;

  @Test
  void replaysWhatWasRaised() {
    SplittableRandom seeds = new SplittableRandom(20_261_127);
    int alerts = 0;
    for (int i = 0; i < SEEDS; i++) {
      long seed = seeds.nextLong();
      Simulation simulation = new Simulation(seed, 60, 2);
      simulation.database.checks.values().forEach(ReplaySimulationTest::alertByRuns);
      for (int change = 0; change < CHANGES; change++) {
        simulation.targets.change(simulation.database.monitors.size());
        simulation.world.run(10_000);
      }
      long until = simulation.world.databaseMillis();
      for (SimulatedCheck check : simulation.database.checks.values()) {
        List<SimulatedAlerts.Raised> raised =
            simulation.database.alerts.journal.getOrDefault(check.id, List.of());
        assertThat(replayed(simulation.database, check, until))
            .as("seed %d, %s", seed, check.settings)
            .isEqualTo(raised);
        alerts += raised.size();
      }
    }
    assertThat(alerts).isGreaterThan(500);
  }

  @Test
  void replaysWhatDependenciesLeft() {
    SplittableRandom seeds = new SplittableRandom(20_261_128);
    int dependents = 0;
    int held = 0;
    List<String> unlike = new ArrayList<>();
    for (int i = 0; i < SEEDS; i++) {
      long seed = seeds.nextLong();
      Simulation simulation = new Simulation(seed, 60, 2);
      simulation.database.checks.values().forEach(ReplaySimulationTest::settle);
      for (int change = 0; change < CHANGES; change++) {
        simulation.targets.change(simulation.database.monitors.size());
        simulation.world.run(10_000);
      }
      Map<SimulatedCheck, ReplayedHistory> replayed = new HashMap<>();
      for (SimulatedCheck check : simulation.database.checks.values()) {
        ReplayedHistory history = replayed(simulation, check, replayed);
        replayed.put(check, history);
        List<AlertType> raised =
            simulation.database.alerts.journal.getOrDefault(check.id, List.of()).stream()
                .map(SimulatedAlerts.Raised::type)
                .toList();
        dependents += check.parents.isEmpty() || raised.isEmpty() ? 0 : 1;
        if (!isLike(history, raised, simulation.world.databaseMillis())) {
          unlike.add(
              "seed %d, %s, %d parents: %s instead of %s"
                  .formatted(seed, check.id, check.parents.size(), history.alerts(t -> t), raised));
        }
      }
      held += simulation.database.alerts.held;
    }
    System.out.printf(
        "Replays: %d dependents, %d held, %d unlike %s%n", dependents, held, unlike.size(), unlike);
    assertThat(held).isPositive();
    // A dependent whose parent fails at the same moment is held or not by which of both was stored
    // first. Stored results do not tell.
    assertThat(unlike).hasSizeLessThanOrEqualTo(dependents / MOST_UNLIKE);
  }

  /** What was due in the last second may not have been noticed before the simulation ended. */
  private static boolean isLike(ReplayedHistory history, List<AlertType> raised, long end) {
    List<AlertType> replayed = history.alerts(type -> type);
    return raised.size() >= history.alertsUntil(end - NOTICED_MILLIS)
        && raised.size() <= replayed.size()
        && raised.equals(replayed.subList(0, raised.size()));
  }

  private static ReplayedHistory replayed(
      Simulation simulation, SimulatedCheck check, Map<SimulatedCheck, ReplayedHistory> replayed) {
    List<ReplayedHistory.Ended> results = new ArrayList<>();
    for (SimulatedMonitor series : check.series) {
      simulation
          .database
          .finals
          .getOrDefault(series.id, new TreeMap<>())
          .forEach(
              (slot, outcome) ->
                  results.add(
                      new ReplayedHistory.Ended(
                          new LocationResult(
                              series.key.location(), slot, outcome.verdict(), outcome.ended()),
                          outcome.began())));
    }
    return ReplayedHistory.of(
        check.id,
        check.period(),
        check.settings,
        check.series.size(),
        results,
        check.parents.stream()
            .map(
                parent ->
                    parent.stream().map(one -> Objects.requireNonNull(replayed.get(one))).toList())
            .toList(),
        simulation.world.databaseMillis());
  }

  /**
   * What is due is noticed within a second, before or after a result of that second: results do not
   * tell which. ReplayPropertiesTest has the passing of time.
   */
  private static void alertByRuns(SimulatedCheck check) {
    settle(check);
    check.parents.clear();
  }

  private static void settle(SimulatedCheck check) {
    check.settings =
        new AlertSettings(
            EscalationType.RUN_BASED,
            AlertSettings.Reminders.DEFAULT,
            check.settings.runBasedEscalation(),
            null,
            check.settings.parallelRunFailureThreshold(),
            check.settings.flapDetection());
  }

  private static List<SimulatedAlerts.Raised> replayed(
      SimulatedDatabase database, SimulatedCheck check, long until) {
    List<LocationResult> results = new ArrayList<>();
    check.series.stream()
        .flatMap(
            series -> database.finals.getOrDefault(series.id, new TreeMap<>()).keySet().stream())
        .distinct()
        .forEach(slot -> results.addAll(database.runsOf(check, slot)));
    return ReplayedHistory.of(
        check.settings, check.series.size(), results, until, SimulatedAlerts.Raised::new);
  }
}
