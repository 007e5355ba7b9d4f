package dev.belfry.chaos;

import dev.belfry.chaos.Member.State;
import dev.belfry.engine.run.LedgerReport;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Three instances on a migrated database and a few hundred monitors, while instances are killed,
 * stopped and asked to leave in an order that a seed decides; then what the database says of it.
 */
final class Chaos implements AutoCloseable {
  private static final int INSTANCES = 3;
  private static final long TICK_MILLIS = 20;
  private static final long LOOK_MILLIS = 100;
  private static final long PROGRESS_MILLIS = 5_000;
  private static final int MOST_UNEVEN = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Settings settings;
  private final Consumer<String> progress;
  private final ChaosTarget target = new ChaosTarget();
  private final ChaosReceiver receiver;
  private final List<Member> members = new ArrayList<>();
  private final Books books;
  private final AlertBooks alerts;
  private final Connection looking;
  private final Takeovers takeovers;
  private final Director director;
  private final ChaosMonitors monitors;
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
  private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();
  private final CompletableFuture<Void> broken = new CompletableFuture<>();
  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicInteger turn = new AtomicInteger();
  private final List<String> badLedgers = new ArrayList<>();
  private int uneven;

  /**
   * What a chaos is made of.
   *
   * @param key of the API, without a rate limit
   * @param directory receives the logs of the instances
   * @param length of the time in which faults happen
   * @param killsOnly whether nothing happens but SIGKILL, as often as instances start again
   */
  record Settings(
      DatabaseAddress address,
      String key,
      Path directory,
      int monitors,
      Duration length,
      long seed,
      boolean killsOnly) {}

  Chaos(Settings settings, Consumer<String> progress) throws SQLException {
    this.settings = settings;
    this.progress = progress;
    receiver = new ChaosReceiver(settings.seed());
    books = new Books(settings.address());
    alerts = new AlertBooks(books);
    looking = Jdbc.connect(settings.address());
    takeovers = new Takeovers(looking);
    monitors = new ChaosMonitors(this::client, true);
    for (int i = 0; i < INSTANCES; i++) {
      members.add(new Member(i, settings.directory(), environment()));
    }
    director =
        new Director(
            members, monitors, takeovers, elsewhere, settings.seed(), settings.killsOnly());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> members.forEach(Member::close)));
  }

  private Map<String, String> environment() {
    DatabaseAddress address = settings.address();
    return Map.ofEntries(
        Map.entry("BELFRY_OPSGENIE_URL", receiver.serviceUrl()),
        Map.entry("BELFRY_HTTP_HOST", "127.0.0.1"),
        Map.entry("BELFRY_HTTP_PORT", "0"),
        Map.entry("BELFRY_HTTP_EVENT_LOOPS", "1"),
        Map.entry("BELFRY_MANAGEMENT_HOST", "127.0.0.1"),
        Map.entry("BELFRY_MANAGEMENT_PORT", "0"),
        Map.entry("BELFRY_SHUTDOWN_DELAY", "0s"),
        Map.entry("BELFRY_ACCESS_LOG", "off"),
        Map.entry("BELFRY_LOCATIONS", "all"),
        Map.entry("BELFRY_ALLOW_PRIVATE_TARGETS", "true"),
        Map.entry("BELFRY_DATABASE_URL", TestDatabase.url(address)));
  }

  /** Of an instance that is well. */
  private ApiClient client() {
    int first = turn.getAndIncrement();
    for (int i = 0; i < INSTANCES; i++) {
      Member member = members.get((first + i) % INSTANCES);
      if (member.state() == State.WELL) {
        return new ApiClient("http://127.0.0.1:" + member.port()).withKey(settings.key());
      }
    }
    throw new AssertionError("no instance is well");
  }

  ChaosReport run() throws Exception {
    progress.accept("starting " + INSTANCES + " instances, seed " + settings.seed());
    members.forEach(Member::start);
    until("all instances are ready", () -> members.stream().allMatch(Chaos::isReady));
    long from = books.now();
    monitors.create(target, receiver, settings.monitors());
    every(LOOK_MILLIS, () -> takeovers.look(System.nanoTime()));
    until("every shard has an owner", takeovers::isEven);
    progress.accept(settings.monitors() + " monitors; now the faults");
    every(TICK_MILLIS, () -> director.tick(System.nanoTime()));
    long end = System.nanoTime() + settings.length().toNanos();
    while (pause(Math.min(PROGRESS_MILLIS, millisTo(end)))) {
      tell(from);
    }
    director.heal();
    until("all instances are well", director::isWell);
    long healed = books.now();
    progress.accept("all are well again");
    until("everything is accounted for", () -> reached() > healed && takeovers.isEven());
    List<String> wrong = books.wrong();
    monitors.activate();
    target.heal();
    receiver.heal();
    progress.accept("all targets and the receiver are well");
    until("people know that", () -> number(AlertBooks.PENDING) == 0);
    return report(from, wrong);
  }

  private static boolean isReady(Member member) {
    member.look();
    return member.state() == State.WELL;
  }

  private long reached() {
    return number(Books.REACHED);
  }

  private long number(String sql) {
    try {
      return books.number(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private ChaosReport report(long from, List<String> wrong) throws SQLException {
    return new ChaosReport(
        settings.seed(),
        director.done(),
        books.ledger(from),
        badLedgers,
        takeovers.count(),
        takeovers.longestSeconds(),
        takeovers.gapSeconds(),
        target.requests(),
        books.attempts(),
        wrong,
        books.twice(),
        books.stuck(),
        new ChaosReport.Alerts(
            alerts.episodes(),
            alerts.messages(),
            alerts.acknowledgements(),
            receiver.refused(),
            receiver.repeated(),
            alerts.breaches(receiver)));
  }

  /**
   * The ledger of what is accounted for is even at any moment, but for a change that the owner of a
   * shard had not heard of when it was struck: the next owner sees to that.
   */
  private void tell(long from) throws SQLException {
    LedgerReport ledger = books.ledger(from);
    uneven = ledger.difference() == 0 ? 0 : uneven + 1;
    if (uneven >= MOST_UNEVEN) {
      badLedgers.add(ledger + " " + books.lost());
    }
    progress.accept(
        "%s, %d orphans; scheduled %d, ran %d, missed %d, open %d, difference %d, longest takeover %.2f s"
            .formatted(
                director.done(),
                takeovers.orphans(),
                ledger.scheduled(),
                ledger.ran(),
                ledger.missedInAll(),
                ledger.open(),
                ledger.difference(),
                takeovers.longestSeconds()));
  }

  /** Work that may fail. */
  private interface Work {
    void run() throws SQLException;
  }

  @SuppressWarnings("FutureReturnValueIgnored")
  private void every(long millis, Work work) {
    clock.scheduleWithFixedDelay(
        () -> {
          try {
            work.run();
          } catch (SQLException | RuntimeException | AssertionError failure) {
            broken.completeExceptionally(failure);
          }
        },
        0,
        millis,
        TimeUnit.MILLISECONDS);
  }

  private static long millisTo(long end) {
    return Math.max(0, (end - System.nanoTime()) / 1_000_000);
  }

  /** Lets time pass; false when there is none left. */
  private boolean pause(long millis) throws InterruptedException {
    if (broken.isCompletedExceptionally()) {
      broken.join();
    }
    return millis > 0 && !never.await(millis, TimeUnit.MILLISECONDS);
  }

  private void until(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (!pause(Math.min(LOOK_MILLIS, millisTo(deadline)))) {
        throw new AssertionError("it never happened that " + what);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    clock.shutdownNow();
    elsewhere.shutdownNow();
    members.forEach(Member::close);
    target.close();
    receiver.close();
    books.close();
    looking.close();
  }
}
