package dev.belfry.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.RealClock;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of {@code src/test/load/idempotency}: processes that are killed while they write.
 */
@RealClock("Processes are killed while they write; leases end by the database's clock.")
class RetryStormIT {
  @Test
  void everyKeyHasOneEffectWhoeverIsKilled(@TempDir Path logs) throws Exception {
    try (TestDatabase database = TestDatabase.createMigrated()) {
      RetryStorm.Settings settings =
          new RetryStorm.Settings(
              database.address(),
              ChaosKeys.make(database.address()),
              logs,
              100,
              20,
              64,
              Duration.ofSeconds(90),
              4711);
      try (RetryStorm storm = new RetryStorm(settings, line -> {})) {
        RetryStorm.Report report = storm.run();

        assertThat(report.breaches()).isEmpty();
        assertThat(report.answered()).isEqualTo(2_000);
        assertThat(report.kills()).isPositive();
      }
    }
  }
}
