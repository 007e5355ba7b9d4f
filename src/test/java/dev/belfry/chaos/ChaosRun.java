package dev.belfry.chaos;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.schema.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The long form, for {@code src/test/load/chaos}: on the empty database that {@code
 * BELFRY_DATABASE_URL} names. Arguments: seconds, monitors, seed, directory for the logs. {@code
 * CHAOS_FAULTS=kills}: nothing but SIGKILL. Exits with 1 when anything is not as it must be.
 */
public final class ChaosRun {
  private static final double MOST_TAKEOVER_SECONDS = 5;

  private ChaosRun() {}

  public static void main(String[] arguments) throws Exception {
    DatabaseAddress address =
        requireNonNull(
            ConfigLoader.load(System.getenv(), Path.of("")).database().address(),
            "BELFRY_DATABASE_URL");
    new Migrations().migrate(address);
    Chaos.Settings settings =
        new Chaos.Settings(
            address,
            ChaosKeys.make(address),
            Files.createDirectories(Path.of(arguments[3])),
            Integer.parseInt(arguments[1]),
            Duration.ofSeconds(Long.parseLong(arguments[0])),
            Long.parseLong(arguments[2]),
            "kills".equals(System.getenv("CHAOS_FAULTS")));
    long begun = System.nanoTime();
    List<String> breaches;
    try (Chaos chaos =
        new Chaos(
            settings,
            line ->
                System.err.printf(
                    "   %3d s  %s%n", (System.nanoTime() - begun) / 1_000_000_000, line))) {
      ChaosReport report = chaos.run();
      breaches = report.breaches(MOST_TAKEOVER_SECONDS);
      System.out.println(report);
      breaches.forEach(System.out::println);
    }
    System.out.println(breaches.isEmpty() ? "all is well" : breaches.size() + " breaches");
    System.exit(breaches.isEmpty() ? 0 : 1);
  }
}
