package dev.belfry.chaos;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.schema.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The long form, for {@code src/test/load/idempotency}: on the empty database that {@code
 * BELFRY_DATABASE_URL} names. Arguments: keys, clients of each, seconds at most, seed, directory
 * for the logs. Exits with 1 when a key had not exactly one effect, or a client no answer.
 */
public final class RetryStormRun {
  private static final int AT_ONCE = 500;

  private RetryStormRun() {}

  public static void main(String[] arguments) throws Exception {
    DatabaseAddress address =
        requireNonNull(
            ConfigLoader.load(System.getenv(), Path.of("")).database().address(),
            "BELFRY_DATABASE_URL");
    new Migrations().migrate(address);
    RetryStorm.Settings settings =
        new RetryStorm.Settings(
            address,
            ChaosKeys.make(address),
            Files.createDirectories(Path.of(arguments[4])),
            Integer.parseInt(arguments[0]),
            Integer.parseInt(arguments[1]),
            AT_ONCE,
            Duration.ofSeconds(Long.parseLong(arguments[2])),
            Long.parseLong(arguments[3]));
    long begun = System.nanoTime();
    RetryStorm.Report report;
    try (RetryStorm storm =
        new RetryStorm(
            settings,
            line ->
                System.err.printf(
                    "   %3d s  %s%n", (System.nanoTime() - begun) / 1_000_000_000, line))) {
      report = storm.run();
    }
    System.out.printf(
        "%d answers, %d of them given again; %d were asked to wait, %d got none; %d kills%n",
        report.answered(), report.replayed(), report.waiting(), report.lost(), report.kills());
    report.breaches().forEach(System.out::println);
    System.out.println(
        report.breaches().isEmpty()
            ? "every key had one effect"
            : report.breaches().size() + " breaches");
    System.exit(report.breaches().isEmpty() ? 0 : 1);
  }
}
