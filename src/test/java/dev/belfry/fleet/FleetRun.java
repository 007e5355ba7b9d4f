package dev.belfry.fleet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The long form, for {@code src/test/load/fleet}. Arguments: directory for data and logs; whether
 * this process has a network of its own (true or false); scenarios between commas, or all; minutes
 * of a soak, or how often each instance is killed. Exits with 1 when anything is not as it must be.
 */
public final class FleetRun {
  private static final int MONITORS = 120;
  private static final int RATE = 100;
  private static final int STOP_SECONDS = 5;

  private FleetRun() {}

  public static void main(String[] arguments) {
    try {
      System.exit(run(arguments) ? 0 : 1);
    } catch (Exception | AssertionError broken) { // Else threads of libraries keep the process.
      broken.printStackTrace();
      System.exit(2);
    }
  }

  private static boolean run(String[] arguments) throws Exception {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    Fleet.Settings settings =
        new Fleet.Settings(
            directory, MONITORS, RATE, Boolean.parseBoolean(arguments[1]), STOP_SECONDS, false);
    List<Scenario> scenarios =
        arguments[2].equals("all")
            ? Arrays.stream(Scenario.values()).filter(one -> one != Scenario.SOAK).toList()
            : Arrays.stream(arguments[2].toUpperCase(Locale.ROOT).split(","))
                .map(Scenario::valueOf)
                .toList();
    long begun = System.nanoTime();
    Audit audit;
    try (WiredPostgres postgres = new WiredPostgres(directory, settings.ownNetwork());
        Fleet fleet =
            new Fleet(
                settings,
                postgres,
                line ->
                    System.err.printf(
                        "   %3d s  %s%n", (System.nanoTime() - begun) / 1_000_000_000, line))) {
      int times = Integer.parseInt(arguments[3]);
      Drill drill = new Drill(fleet, postgres, times, new Drill.Soak(times, Duration.ofMinutes(1)));
      drill.run(scenarios);
      audit = new Audit(fleet, drill);
      audit.run();
    }
    audit.breaches().forEach(System.out::println);
    System.out.println(audit);
    return audit.breaches().isEmpty();
  }
}
