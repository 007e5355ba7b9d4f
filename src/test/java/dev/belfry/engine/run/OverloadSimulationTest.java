package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The engine with more to do than its instance can, on a virtual clock: a thread that makes 200
 * probes a second, and monitors that ask for more.
 */
class OverloadSimulationTest {
  private static final long WORK_MICROS = 5_000;
  private static final int CAPACITY = 200;
  private static final int PERIOD = 10_000;
  private static final long TWO_PERIODS = 2 * PERIOD;

  private final Simulation simulation = new Simulation(20_261_123, 0, 0);
  private final List<SimulatedCheck> checks = new ArrayList<>();

  /** Monitors that ask for a share of the capacity, and an instance that has them all. */
  private void start(double load) {
    simulation.mostKeptRows = 100_000;
    simulation.targets.calm = true;
    simulation.targets.workMicros = WORK_MICROS;
    int count = (int) (load * CAPACITY * PERIOD / 1_000);
    for (int i = 0; i < count; i++) {
      checks.add(simulation.addCheck(schedule()));
    }
    simulation.join();
    while (simulation.nodes().get(0).locations.size() < 2) {
      simulation.kill(simulation.nodes().get(0));
      simulation.join();
    }
    simulation.world.run(TWO_PERIODS);
  }

  private ScheduleVersion schedule() {
    return new ScheduleVersion(
        0, ScheduleVersion.OPEN, PERIOD, simulation.world.random.nextLong(PERIOD));
  }

  /** Lets time pass; returns where it began and ended by the database's clock. */
  private Window watch(long millis) {
    long from = simulation.world.databaseMillis();
    simulation.world.run(millis);
    return new Window(from, simulation.world.databaseMillis() - settled());
  }

  private record Window(long from, long until) {
    double seconds() {
      return (until - from) / 1e3;
    }
  }

  /** The newest runs may still be under way. */
  private static long settled() {
    return 3_000;
  }

  private Stream<SimulatedDatabase.Outcome> outcomes(SimulatedCheck check, Window window) {
    return simulation
        .database
        .finals
        .getOrDefault(check.series.get(0).id, new TreeMap<>())
        .subMap(window.from(), window.until())
        .values()
        .stream();
  }

  private long useful(SimulatedCheck check, Window window) {
    return outcomes(check, window).filter(outcome -> isUseful(outcome.verdict())).count();
  }

  private static boolean isUseful(Verdict verdict) {
    return verdict == Verdict.PASSED || verdict == Verdict.DEGRADED;
  }

  private double usefulRate(Window window) {
    return checks.stream().mapToLong(check -> useful(check, window)).sum() / window.seconds();
  }

  private Map<Reason, Integer> missed(Window window) {
    Map<Reason, Integer> missed = new EnumMap<>(Reason.class);
    checks.stream()
        .flatMap(check -> outcomes(check, window))
        .filter(outcome -> !isUseful(outcome.verdict()))
        .forEach(outcome -> missed.merge(outcome.reason(), 1, Integer::sum));
    return missed;
  }

  private void assertAccountedFor() {
    assertThat(simulation.breaches()).isEmpty();
    assertThat(simulation.oldestWatermarkAge()).as("recorded at once").isLessThan(8_000);
  }

  /** Pauses monitors until a share of the capacity is left. */
  private void fallTo(double load) {
    int keep = (int) (load * CAPACITY * PERIOD / 1_000);
    checks.subList(keep, checks.size()).forEach(check -> simulation.reschedule(check, null));
  }

  private void keepsItsRateAndMissesTheRest(double load) {
    start(load);
    Window window = watch(60_000);
    assertThat(usefulRate(window)).as("useful a second").isGreaterThan(0.8 * CAPACITY);
    assertThat(missed(window))
        .as("neither failures nor faults")
        .containsOnlyKeys(Reason.OVERLOADED);
    assertAccountedFor();
  }

  @Test
  void atTwiceItsCapacityAnInstanceKeepsItsRate() {
    keepsItsRateAndMissesTheRest(2);
  }

  @Test
  void atSevenTimesItsCapacityAnInstanceKeepsItsRate() {
    keepsItsRateAndMissesTheRest(7);
  }

  @Test
  void slowTargetsTakePlacesAndNoCapacity() {
    simulation.targets.mostMillis = 2_000;
    keepsItsRateAndMissesTheRest(2);
  }

  @Test
  void withinItsCapacityNothingIsMissed() {
    start(0.8);
    Window window = watch(60_000);
    assertThat(missed(window)).isEmpty();
    assertThat(usefulRate(window)).isBetween(0.78 * CAPACITY, 0.82 * CAPACITY);
  }

  @Test
  void everyMonitorLosesTheSameShareAndSoDoesEveryAccount() {
    start(2);
    Window window = watch(200_000);
    List<Double> shares =
        checks.stream()
            .map(check -> useful(check, window) / (double) outcomes(check, window).count())
            .toList();
    assertThat(shares).as("of each monitor").allMatch(share -> share > 0.3 && share < 0.7);
    double all = average(shares);
    assertThat(average(shares.subList(0, 20))).isBetween(0.9 * all, 1.1 * all);
    for (SimulatedCheck check : checks) {
      assertThat(longestLoss(check, window)).as("missed in a row").isLessThanOrEqualTo(3);
    }
  }

  private static double average(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private int longestLoss(SimulatedCheck check, Window window) {
    int longest = 0;
    int row = 0;
    for (SimulatedDatabase.Outcome outcome : outcomes(check, window).toList()) {
      row = isUseful(outcome.verdict()) ? 0 : row + 1;
      longest = Math.max(longest, row);
    }
    return longest;
  }

  @Test
  void nothingIsMissedTwoPeriodsAfterTheLoadHasFallen() {
    start(7);
    simulation.world.run(40_000);
    fallTo(0.7);
    simulation.world.run(TWO_PERIODS);
    Window window = watch(60_000);
    assertThat(missed(window)).isEmpty();
    assertThat(usefulRate(window)).isGreaterThan(0.68 * CAPACITY);
    assertAccountedFor();
  }

  @Test
  void nothingIsMissedTwoPeriodsAfterTheMachineHasItsProcessorBack() {
    start(0.7);
    simulation.targets.workMicros = 3 * WORK_MICROS;
    Window busy = watch(60_000);
    assertThat(usefulRate(busy)).isGreaterThan(0.8 * CAPACITY / 3);
    assertThat(missed(busy)).containsOnlyKeys(Reason.OVERLOADED);
    simulation.targets.workMicros = WORK_MICROS;
    simulation.world.run(TWO_PERIODS);
    assertThat(missed(watch(60_000))).isEmpty();
    assertAccountedFor();
  }

  @Test
  void aMachineThatStandsStillIsBackAfterTwoPeriods() {
    start(0.7);
    SimulatedNode node = simulation.nodes().get(0);
    for (int i = 0; i < 5; i++) {
      node.process.freeze();
      simulation.world.run(2_500);
      node.process.thaw();
      simulation.world.run(500);
    }
    simulation.world.run(TWO_PERIODS);
    Window window = watch(60_000);
    assertThat(missed(window)).isEmpty();
    assertThat(usefulRate(window)).isGreaterThan(0.68 * CAPACITY);
    assertAccountedFor();
  }
}
