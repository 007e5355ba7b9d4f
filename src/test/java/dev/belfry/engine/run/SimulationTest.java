package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The engine's schedule and ownership, its alerts and their delivery under crashes, pauses, a slow
 * or absent database, clock steps, joins and leaves, on a virtual clock. A failing seed is in the
 * message; {@code -Dbelfry.simulation.seed=N} replays it alone, {@code -Dbelfry.simulation.seeds=N}
 * tries more of them.
 */
class SimulationTest {
  private static final int SEEDS = 40;
  private static final int FAULTS = 25;
  private static final int MOST_CALM_MINUTES = 16;

  /** Makes faults fall into the time in which missed runs wait to be written. */
  private static final int SLOW_ROW_MICROS = 5_000;

  @Test
  void accountsForEveryRunWhateverHappens() {
    String replay = System.getProperty("belfry.simulation.seed");
    SplittableRandom seeds = new SplittableRandom(20_261_120);
    Map<String, Integer> counts = new TreeMap<>();
    long events = 0;
    for (int i = 0;
        i < (replay == null ? Integer.getInteger("belfry.simulation.seeds", SEEDS) : 1);
        i++) {
      long seed = replay == null ? seeds.nextLong() : Long.parseLong(replay);
      Simulation simulation = play(seed);
      events += simulation.world.events();
      SimulatedCounts.of(simulation)
          .forEach((what, count) -> counts.merge(what, count, Integer::sum));
    }
    System.out.printf("Simulation: %,d events, %s%n", events, counts);
    if (replay != null) {
      return;
    }
    assertThat(counts)
        .containsKeys("PASSED", "FAILED", "INSTANCE_LOST", "DATABASE_AWAY", "LOCATION_NOT_COVERED")
        .containsKeys("DEGRADED", "incidents", "messages", "messages repeated")
        .containsKeys("escalations", "FLAPPING", "SETTLED");
    assertThat(counts.get("held")).isPositive();
    assertThat(counts.get("waited for a late parent")).isPositive();
    assertThat(counts.get("spoke without a late parent")).isPositive();
    assertThat(counts.get("acknowledgements")).isPositive();
    Stream.of(AlertType.values())
        .filter(type -> type != AlertType.NO_ALERT && type != AlertType.ALERT_SSL)
        .forEach(type -> assertThat(counts).containsKey(type.name()));
    assertThat(events > 1_000_000).as("a million events").isTrue();
  }

  private static Simulation play(long seed) {
    Simulation simulation = new Simulation(seed, 120, 3);
    SimulatedWorld world = simulation.world;
    simulation.database.rowMicros = seed % 2 == 0 ? 0 : SLOW_ROW_MICROS;
    List<String> story = new ArrayList<>();
    world.run(15_000);
    for (int i = 0; i < FAULTS; i++) {
      int kind = world.random.nextInt(11);
      story.add(world.millis() + " fault " + kind);
      fault(simulation, kind, seed, story);
      world.run(1_000 + world.random.nextInt(15_000));
      check(simulation, seed, story);
    }
    while (simulation.nodes().size() < 2) {
      simulation.join();
    }
    world.run(60_000);
    check(simulation, seed, story);
    assertThat(simulation.orphans()).as("seed %d %s", seed, story).isEmpty();
    assertThat(simulation.stuck()).as("seed %d %s", seed, story).isEmpty();
    assertThat(simulation.oldestWatermarkAge()).as("seed %d %s", seed, story).isLessThan(45_000);
    simulation.calm();
    for (int i = 0; i < MOST_CALM_MINUTES && !simulation.isSettled(); i++) {
      world.run(60_000);
    }
    assertThat(simulation.alertBreaches()).as("seed %d %s", seed, story).isEmpty();
    assertThat(simulation.isSettled()).as("settled; seed %d %s", seed, story).isTrue();
    check(simulation, seed, story);
    return simulation;
  }

  private static void check(Simulation simulation, long seed, List<String> story) {
    assertThat(simulation.breaches()).as("seed %d, after %s", seed, story).isEmpty();
  }

  private static void fault(Simulation simulation, int kind, long seed, List<String> story) {
    SimulatedWorld world = simulation.world;
    switch (kind) {
      case 0, 1 -> {
        SimulatedNode victim = simulation.any();
        if (simulation.nodes().size() > 1) {
          simulation.kill(victim);
          world.run(5_000);
          assertThat(simulation.orphans())
              .as("taken over 5 s after a crash; seed %d %s", seed, story)
              .isEmpty();
          if (world.random.nextBoolean()) {
            simulation.revive(victim);
          }
        }
      }
      case 2 -> {
        SimulatedNode victim = simulation.any();
        victim.process.freeze();
        world.run(500 + world.random.nextInt(12_000));
        victim.process.thaw();
      }
      case 3 -> {
        simulation.databaseAway();
        world.run(1_000 + world.random.nextInt(90_000));
        simulation.databaseBack();
      }
      case 4 -> {
        simulation.database.slowMicros = 400_000;
        if (world.random.nextBoolean()) {
          simulation.join();
        }
        for (int i = 0; i < 10; i++) {
          simulation.changeSomething();
          world.run(500 + world.random.nextInt(1_000));
        }
        simulation.database.slowMicros = 200;
      }
      case 5 -> world.stepClock(world.random.nextInt(-3_000, 120_000));
      case 6 -> simulation.join();
      case 7 -> {
        if (simulation.nodes().size() > 1) {
          simulation.leave(simulation.any());
        }
      }
      case 8 -> {
        for (int i = 0; i < 20; i++) {
          simulation.changeSomething();
          world.run(world.random.nextInt(300));
        }
      }
      case 9 -> upgrade(simulation);
      default -> {
        simulation.addCheck();
        simulation.changeSomething();
      }
    }
  }

  /** Replaces instances so fast that shards move on before their series are read. */
  private static void upgrade(Simulation simulation) {
    SimulatedWorld world = simulation.world;
    simulation.database.readMicros = world.random.nextLong(3_000_000);
    for (int i = 0; i < 6; i++) {
      simulation.join();
      world.run(world.random.nextInt(2_000));
      if (simulation.nodes().size() > 2) {
        simulation.leave(simulation.nodes().get(0));
      }
      world.run(world.random.nextInt(2_000));
    }
    simulation.database.readMicros = 0;
  }
}
