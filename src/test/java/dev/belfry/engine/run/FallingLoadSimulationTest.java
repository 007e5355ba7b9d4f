package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * An instance is asked for seven times what it can make, then for 1.3 times, then for 0.6 times.
 * The database cannot record the missed runs as fast as they come due, and takes processor time
 * from the probes while it does.
 */
class FallingLoadSimulationTest {
  private static final long WORK_MICROS = 5_000;

  /** Useful runs a second without missed ones. */
  private static final int BEST = 200;

  private static final int PERIOD = 3_000;
  private static final long ROW_MICROS = 500;

  private final Simulation simulation = new Simulation(20_261_125, 0, 0);
  private final List<SimulatedCheck> checks = new ArrayList<>();

  private void askFor(double times) {
    int wanted = (int) (times * BEST * PERIOD / 1_000);
    while (checks.size() < wanted) {
      long phase = simulation.world.random.nextLong(PERIOD);
      checks.add(simulation.addCheck(new ScheduleVersion(0, ScheduleVersion.OPEN, PERIOD, phase)));
    }
    checks.subList(wanted, checks.size()).forEach(check -> simulation.reschedule(check, null));
    checks.subList(wanted, checks.size()).clear();
  }

  private SimulatedNode start() {
    simulation.mostKeptRows = 5_000;
    simulation.targets.calm = true;
    simulation.targets.workMicros = WORK_MICROS;
    simulation.database.rowMicros = ROW_MICROS;
    askFor(7);
    simulation.world.run(60_000);
    SimulatedNode node = new SimulatedNode(simulation, Set.copyOf(Simulation.PLACES));
    simulation.nodes().add(node);
    return node;
  }

  private long usefulStored() {
    return simulation.database.finals.values().stream()
        .flatMap(finals -> finals.values().stream())
        .filter(outcome -> outcome.verdict() != Verdict.MISSED)
        .count();
  }

  /** The fewest useful results a second that are stored in any of so many spells of 5 s. */
  private double lowestRate(int spells) {
    double lowest = Double.MAX_VALUE;
    for (int i = 0; i < spells; i++) {
      long before = usefulStored();
      simulation.world.run(5_000);
      lowest = Math.min(lowest, (usefulStored() - before) / 5.0);
    }
    return lowest;
  }

  private long missedSince(long millis) {
    return simulation.database.finals.values().stream()
        .flatMap(finals -> finals.tailMap(millis).values().stream())
        .filter(outcome -> outcome.verdict() == Verdict.MISSED)
        .count();
  }

  private static long backlog(SimulatedNode node) {
    return node.engine.writer().missed.rows();
  }

  @Test
  void aBacklogOfMissedRunsTakesNoUsefulRunsAndGoesAway() {
    SimulatedNode node = start();
    simulation.world.run(PERIOD);
    assertThat(lowestRate(30)).as("at seven times").isGreaterThan(0.8 * BEST);
    long most = backlog(node);
    assertThat(most).isGreaterThan(100_000);
    askFor(1.3);
    simulation.world.run(PERIOD);
    assertThat(lowestRate(12)).as("at 1.3 times").isGreaterThan(0.8 * BEST);
    long fewer = backlog(node);
    assertThat(fewer).as("it falls while runs are missed").isLessThan(most);
    assertThat(simulation.breaches()).isEmpty();
    askFor(0.6);
    simulation.world.run(PERIOD);
    assertThat(lowestRate(6)).as("at 0.6 times").isGreaterThan(0.9 * 0.6 * BEST);
    long fell = simulation.world.databaseMillis();
    assertThat(backlog(node)).as("it falls faster").isLessThan(fewer - 2 * (most - fewer) / 3);
    simulation.world.run(120_000);
    assertThat(backlog(node)).isZero();
    simulation.world.run(2_000); // So often a watermark is written.
    assertThat(missedSince(fell)).as("at 0.6 times").isZero();
    assertThat(simulation.breaches()).isEmpty();
    assertThat(simulation.oldestWatermarkAge()).as("recorded at once").isLessThan(8_000);
  }
}
