package dev.belfry.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.RealClock;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances that are killed and stopped while they watch lose no run. The short form of {@code
 * src/test/load/chaos}; {@code -Dbelfry.chaos.seed=N} replays an order of faults.
 */
@RealClock("Killed processes are taken over by heartbeats of the database's clock.")
class ChaosIT {
  private static final Duration LENGTH = Duration.ofSeconds(30);
  private static final int MONITORS = 150;

  /** Five are promised; the machine of a test may be busy with other things. */
  private static final double MOST_TAKEOVER_SECONDS = 8;

  @TempDir private Path directory = Path.of("");

  @Test
  void accountsForEveryRunWhateverHappensToInstances() throws Exception {
    long seed = Long.getLong("belfry.chaos.seed", System.nanoTime());
    try (TestDatabase database = TestDatabase.createMigrated()) {
      Chaos.Settings settings =
          new Chaos.Settings(
              database.address(),
              ChaosKeys.make(database.address()),
              directory,
              MONITORS,
              LENGTH,
              seed,
              false);
      try (Chaos chaos = new Chaos(settings, line -> System.out.println(line))) {
        ChaosReport report = chaos.run();
        System.out.println(report);
        assertThat(report.breaches(MOST_TAKEOVER_SECONDS)).as(report.toString()).isEmpty();
      }
    }
  }
}
