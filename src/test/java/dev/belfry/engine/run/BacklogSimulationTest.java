package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A start with seven times the runs that the instance can make, after a time without one, on a
 * virtual clock: there are many missed runs to record, and the database takes its time for each.
 */
class BacklogSimulationTest {
  private static final long WORK_MICROS = 5_000;

  /** Useful runs a second. */
  private static final int CAPACITY = 200;

  private static final int PERIOD = 10_000;
  private static final int SERIES = 7 * CAPACITY * PERIOD / 1_000;

  /** As on a machine that probes besides. */
  private static final long ROW_MICROS = 25;

  private final Simulation simulation = new Simulation(20_261_124, 0, 0);

  /** Monitors that no instance has run for so long. */
  private void leaveAlone(long millis) {
    simulation.mostKeptRows = 5_000;
    simulation.targets.calm = true;
    simulation.targets.workMicros = WORK_MICROS;
    simulation.database.rowMicros = ROW_MICROS;
    for (int i = 0; i < SERIES; i++) {
      long phase = simulation.world.random.nextLong(PERIOD);
      simulation.addCheck(new ScheduleVersion(0, ScheduleVersion.OPEN, PERIOD, phase));
    }
    simulation.world.run(millis);
  }

  private SimulatedNode start() {
    SimulatedNode node = new SimulatedNode(simulation, Set.copyOf(Simulation.PLACES));
    simulation.nodes().add(node);
    return node;
  }

  private Map<Reason, Integer> stored() {
    Map<Reason, Integer> stored = new EnumMap<>(Reason.class);
    simulation
        .database
        .finals
        .values()
        .forEach(
            finals ->
                finals.values().stream()
                    .filter(outcome -> outcome.verdict() == Verdict.MISSED)
                    .forEach(outcome -> stored.merge(outcome.reason(), 1, Integer::sum)));
    return stored;
  }

  private long usefulStored() {
    return simulation.database.finals.values().stream()
        .flatMap(finals -> finals.values().stream())
        .filter(outcome -> outcome.verdict() != Verdict.MISSED)
        .count();
  }

  /** Useful results a second that are stored in such a time. */
  private double usefulRate(long millis) {
    long before = usefulStored();
    simulation.world.run(millis);
    return (usefulStored() - before) * 1e3 / millis;
  }

  private void assertAccountedForAtLast() {
    simulation.world.run(30_000);
    assertThat(simulation.breaches()).isEmpty();
    assertThat(simulation.oldestWatermarkAge()).as("recorded at once").isLessThan(8_000);
  }

  @Test
  void aStartIsUsefulWithinSecondsWhateverWasMissedBefore() {
    leaveAlone(200_000);
    SimulatedNode node = start();
    simulation.world.run(3_000);
    assertThat(usefulRate(3_000)).isGreaterThan(0.8 * CAPACITY);
    assertThat(node.engine.writer().missed.rows()).as("still waiting").isGreaterThan(10_000);
    assertThat(simulation.oldestWatermarkAge()).isGreaterThan(150_000);
    assertThat(simulation.breaches()).isEmpty();
    assertThat(usefulRate(20_000)).isGreaterThan(0.8 * CAPACITY);
    assertAccountedForAtLast();
  }

  @Test
  void aKillInTheMiddleOfTheBacklogLosesNothing() {
    leaveAlone(200_000);
    SimulatedNode first = start();
    simulation.world.run(4_000);
    assertThat(first.engine.writer().missed.rows()).isGreaterThan(10_000);
    simulation.kill(first);
    start();
    simulation.world.run(9_000);
    assertThat(simulation.orphans()).isEmpty();
    assertThat(usefulRate(10_000)).isGreaterThan(0.8 * CAPACITY);
    assertAccountedForAtLast();
    assertThat(stored()).containsKeys(Reason.INSTANCE_LOST, Reason.INSTANCE_STOPPED);
  }

  @Test
  void aHandOverInTheMiddleOfTheBacklogWritesWhatItHandsOver() {
    leaveAlone(100_000);
    SimulatedNode first = start();
    simulation.world.run(3_000);
    assertThat(first.engine.writer().missed.rows()).isGreaterThan(10_000);
    start();
    simulation.world.run(1_000);
    simulation.leave(first);
    simulation.world.run(20_000);
    assertThat(simulation.orphans()).isEmpty();
    assertThat(usefulRate(10_000)).isGreaterThan(0.8 * CAPACITY);
    assertAccountedForAtLast();
    assertThat(stored()).doesNotContainKey(Reason.INSTANCE_LOST);
  }

  @Test
  void anInstanceWhoseMissesOutrunTheDatabaseStaysUsefulAndKeepsFewRanges() {
    leaveAlone(0);
    simulation.database.rowMicros = 1_000;
    SimulatedNode node = start();
    simulation.world.run(30_000);
    assertThat(usefulRate(200_000)).isGreaterThan(0.8 * CAPACITY);
    assertThat(node.engine.writer().missed.rows()).isGreaterThan(50_000);
    simulation.kill(node);
    assertThat(ranges(node)).isLessThan((MissedQueue.MOST_RANGES + 2) * SERIES);
    simulation.database.rowMicros = ROW_MICROS;
    start();
    simulation.world.run(20_000);
    assertAccountedForAtLast();
    assertThat(stored()).containsOnlyKeys(Reason.OVERLOADED, Reason.INSTANCE_LOST);
  }

  /** Ranges in the memory of an instance that is no more. */
  private static int ranges(SimulatedNode killed) {
    MissedBatch batch = new MissedBatch();
    killed.engine.writer().missed.queue.moveTo(batch, Integer.MAX_VALUE);
    return batch.ranges.size();
  }
}
