package dev.belfry.fleet;

import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Three instances on three Postgres under Patroni, for {@code src/test/load/failover}. Arguments:
 * directory for data and logs; whether this process has a network of its own (true or false); how
 * many faults, or {@code show}; the seed of their order; kinds between commas, or {@code all}; how
 * long everything lasts at most, in seconds. Exits with 1 when anything is not as it must be.
 */
public final class FailOverRun {
  private static final int MONITORS = 60;
  private static final int RATE = 50;
  private static final int STOP_SECONDS = 5;

  /**
   * Instances that have just started compile what they run. That takes four tenths of a processor
   * after one minute, and one tenth after four.
   */
  private static final long WARM_MILLIS = 150_000;

  private final Path directory;
  private final boolean ownNetwork;
  private final long begun = System.nanoTime();

  private FailOverRun(Path directory, boolean ownNetwork) {
    this.directory = directory;
    this.ownNetwork = ownNetwork;
  }

  public static void main(String[] arguments) {
    try {
      long seconds = Long.parseLong(arguments[5]);
      Path directory = Files.createDirectories(Path.of(arguments[0])).toAbsolutePath();
      FailOverRun run = new FailOverRun(directory, Boolean.parseBoolean(arguments[1]));
      System.exit(run.run(arguments[2], Long.parseLong(arguments[3]), arguments[4], seconds));
    } catch (Exception | AssertionError broken) { // Else threads of libraries keep the process.
      broken.printStackTrace();
      System.exit(2);
    }
  }

  private void tell(String line) {
    System.err.printf("   %3d s  %s%n", (System.nanoTime() - begun) / 1_000_000_000, line);
  }

  private int run(String count, long seed, String kinds, long seconds) throws Exception {
    tell("starting three Postgres under Patroni");
    try (Network network = ownNetwork ? new Network(PatroniSet.MEMBERS, seconds) : null;
        PatroniSet set = migrated(new PatroniSet(directory, network));
        Fleet fleet =
            new Fleet(
                new Fleet.Settings(directory, MONITORS, RATE, false, STOP_SECONDS, true),
                set,
                this::tell)) {
      return count.equals("show")
          ? show(set, fleet, seconds)
          : drill(
              set,
              fleet,
              FailOverDrill.order(Integer.parseInt(count), seed, kinds(kinds, network)));
    }
  }

  private static PatroniSet migrated(PatroniSet set) {
    new Migrations().migrate(set.address());
    return set;
  }

  private static List<FailOver> kinds(String names, @Nullable Network network) {
    return Arrays.stream(FailOver.values())
        .filter(kind -> network != null || kind != FailOver.CUT)
        .filter(
            kind ->
                names.equals("all")
                    || List.of(names.toUpperCase(Locale.ROOT).split(",")).contains(kind.name()))
        .toList();
  }

  private int drill(PatroniSet set, Fleet fleet, List<FailOver> order) throws Exception {
    ApiClient client = fleet.client();
    String page = PageReaders.makePage(client);
    fleet
        .instances()
        .forEach(one -> fleet.until("all have the page", () -> PageReaders.has(one, page)));
    Audit audit;
    try (PrimaryWatch watch = new PrimaryWatch(set.members());
        PageReaders readers = new PageReaders(fleet.balancer(), page);
        Deploys deploys = new Deploys(client)) {
      tell("150 s of load before the first fault, in which the programs are compiled");
      fleet.pause(WARM_MILLIS);
      FailOverDrill drill = new FailOverDrill(fleet, set, watch, readers, deploys);
      drill.run(order);
      readers.end();
      deploys.end();
      audit = new Audit(fleet, drill);
      audit.run();
    }
    audit.breaches().forEach(System.out::println);
    System.out.println(audit);
    return audit.breaches().isEmpty() ? 0 : 1;
  }

  /** Says where everything is, and waits for the end of the process. */
  private int show(PatroniSet set, Fleet fleet, long seconds) throws InterruptedException {
    new FailOverShow(set, fleet, directory)
        .lines(PageReaders.makePage(fleet.client()))
        .forEach(System.out::println);
    return new CountDownLatch(1).await(seconds, TimeUnit.SECONDS) ? 1 : 0;
  }
}
