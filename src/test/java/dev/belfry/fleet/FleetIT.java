package dev.belfry.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.RealClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two of three instances behind the balancer are killed again and again, all are stopped, cut off
 * from Postgres and replaced under load, and Postgres starts again; memory and files of the one
 * that lives on are watched. The short form of {@code src/test/load/fleet}.
 */
@RealClock("Processes fence each other after three silent seconds of the database's clock.")
class FleetIT {
  private static final int MONITORS = 60;
  private static final int RATE = 40;

  @TempDir private Path directory = Path.of("");

  /** The logs of the last run stay for whoever wonders about it. */
  @AfterEach
  void keepLogs() throws IOException {
    Path kept = Files.createDirectories(Path.of("target/fleet-logs"));
    try (Stream<Path> files = Files.list(directory)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        Files.copy(log, kept.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Test
  void losesNoRequestNoRunAndNoAlert() throws Exception {
    Fleet.Settings settings = new Fleet.Settings(directory, MONITORS, RATE, false, 3, false);
    try (WiredPostgres postgres = new WiredPostgres(directory, false);
        Fleet fleet = new Fleet(settings, postgres, line -> System.out.println(line))) {
      Drill drill = new Drill(fleet, postgres, 1, new Drill.Soak(4, Duration.ofSeconds(6)));
      drill.run(
          List.of(
              Scenario.SOAK,
              Scenario.PAUSE,
              Scenario.PARTITION,
              Scenario.POSTGRES,
              Scenario.UPGRADE));
      Audit audit = new Audit(fleet, drill);
      audit.run();
      System.out.println(audit);
      assertThat(audit.breaches()).as(audit.toString()).isEmpty();
      assertThat(drill.tallies()).allSatisfy(tally -> assertThat(tally.millis()).isNotEmpty());
    }
  }
}
