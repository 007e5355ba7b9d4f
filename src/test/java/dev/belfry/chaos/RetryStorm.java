package dev.belfry.chaos;

import dev.belfry.chaos.Member.State;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.testing.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Many clients that send the same POSTs again and again, to any of three instances that get SIGKILL
 * meanwhile, until each client has an answer; then effects are counted.
 */
final class RetryStorm implements AutoCloseable {
  private static final int INSTANCES = 3;
  private static final long TICK_NANOS = 20_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Settings settings;
  private final Consumer<String> progress;
  private final List<Member> members = new ArrayList<>();
  private final SplittableRandom random;
  private final Semaphore free;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Executor later = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);
  private final Map<Integer, Set<String>> answers = new ConcurrentHashMap<>();
  private final Set<String> faults = ConcurrentHashMap.newKeySet();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger replayed = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private volatile List<Integer> ports = List.of();
  private volatile boolean over;
  private int kills;

  /**
   * @param token a key of the account that everything happens in
   * @param directory receives the logs
   * @param keys how many different POSTs there are
   * @param clients how many send each of them
   * @param atOnce how many requests are under way at most
   * @param most bound on all of it
   */
  record Settings(
      DatabaseAddress address,
      String token,
      Path directory,
      int keys,
      int clients,
      int atOnce,
      Duration most,
      long seed) {}

  /**
   * What came of it.
   *
   * @param waiting answers 409
   * @param lost requests without an answer, or with one from 500
   * @param breaches what is not as it must be
   */
  record Report(
      int answered, int replayed, int waiting, int lost, int kills, List<String> breaches) {}

  RetryStorm(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
    this.random = new SplittableRandom(settings.seed());
    this.free = new Semaphore(settings.atOnce());
    Map<String, String> environment =
        Map.of(
            "BELFRY_HTTP_HOST", "127.0.0.1",
            "BELFRY_HTTP_PORT", "0",
            "BELFRY_MANAGEMENT_HOST", "127.0.0.1",
            "BELFRY_MANAGEMENT_PORT", "0",
            "BELFRY_LOCATIONS", "none",
            "BELFRY_ACCESS_LOG", "off",
            "BELFRY_DATABASE_URL", TestDatabase.url(settings.address()));
    for (int i = 0; i < INSTANCES; i++) {
      members.add(new Member(i, settings.directory(), environment));
    }
  }

  /** Goes on until every client has its answer, or the time is over. */
  Report run() throws SQLException {
    long end = System.nanoTime() + settings.most().toNanos();
    while (ports.size() < INSTANCES && System.nanoTime() < end) {
      tend();
    }
    int wanted = settings.keys() * settings.clients();
    Thread sender = new Thread(() -> sendAll(wanted));
    sender.start();
    long strike = System.nanoTime();
    long told = strike;
    while (answered.get() < wanted && faults.isEmpty() && System.nanoTime() < end) {
      tend();
      if (ports.size() > 1 && System.nanoTime() > strike) {
        kill();
        strike = System.nanoTime() + (300 + random.nextInt(1_200)) * 1_000_000L;
      }
      if (System.nanoTime() - told > 2_000_000_000L) {
        told = System.nanoTime();
        progress.accept(answered + " of " + wanted + " answered, " + kills + " kills");
      }
    }
    over = true;
    sender.interrupt();
    return new Report(
        answered.get(), replayed.get(), waiting.get(), lost.get(), kills, breaches(wanted));
  }

  private void tend() {
    List<Integer> well = new ArrayList<>();
    for (Member member : members) {
      member.look();
      if (member.state() == State.AWAY) {
        member.start();
      } else if (member.state() == State.WELL) {
        well.add(member.port());
      }
    }
    ports = List.copyOf(well);
    LockSupport.parkNanos(TICK_NANOS);
  }

  private void kill() {
    List<Member> well = members.stream().filter(one -> one.state() == State.WELL).toList();
    well.get(random.nextInt(well.size())).kill();
    kills++;
  }

  /** The clients of a key come one after the other, so that some meet the first at work. */
  private void sendAll(int wanted) {
    try {
      for (int i = 0; i < wanted && !over; i++) {
        int key = i / settings.clients();
        free.acquire();
        CompletableFuture<Void> unused =
            send(key, i).whenComplete((done, failure) -> free.release());
      }
    } catch (InterruptedException enough) {
      Thread.currentThread().interrupt();
    }
  }

  private CompletableFuture<Void> send(int key, int turn) {
    List<Integer> there = ports;
    if (over) {
      return CompletableFuture.completedFuture(null);
    }
    if (there.isEmpty()) {
      return again(key, turn);
    }
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/v1/status-pages/services"
                        .formatted(there.get(turn % there.size()))))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + settings.token())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "storm-" + key)
            .POST(BodyPublishers.ofString("{\"name\":\"storm-" + key + "\"}"))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenCompose(reply -> judge(key, turn, reply))
        .exceptionallyCompose(none -> noted(lost, key, turn));
  }

  private CompletableFuture<Void> judge(int key, int turn, HttpResponse<String> reply) {
    int status = reply.statusCode();
    if (status == 201) {
      answers.computeIfAbsent(key, first -> ConcurrentHashMap.newKeySet()).add(reply.body());
      replayed.addAndGet(reply.headers().firstValue("idempotency-replayed").isPresent() ? 1 : 0);
      answered.incrementAndGet();
      return CompletableFuture.completedFuture(null);
    }
    if (status == 409 || status == 503) {
      return noted(status == 409 ? waiting : lost, key, turn);
    }
    faults.add("answered " + status + ": " + reply.body());
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> noted(AtomicInteger count, int key, int turn) {
    count.incrementAndGet();
    return again(key, turn);
  }

  /** To another instance, after a moment. */
  private CompletableFuture<Void> again(int key, int turn) {
    return CompletableFuture.runAsync(() -> {}, later).thenCompose(done -> send(key, turn + 1));
  }

  private List<String> breaches(int wanted) throws SQLException {
    List<String> breaches = new ArrayList<>(faults);
    if (answered.get() < wanted) {
      breaches.add(wanted - answered.get() + " clients got no answer");
    }
    answers.forEach(
        (key, bodies) -> {
          if (bodies.size() > 1) {
            breaches.add("key " + key + " got " + bodies.size() + " different answers");
          }
        });
    try (Connection connection = Jdbc.connect(settings.address());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT count(DISTINCT name), count(*),
                  (SELECT count(*) FROM idempotency_keys) FROM services""")) {
      rows.next();
      for (int column = 1; column <= 3; column++) {
        if (rows.getInt(column) != settings.keys()) {
          breaches.add(
              "%d keys, but %d services by %d names, and %d rows of keys"
                  .formatted(settings.keys(), rows.getInt(2), rows.getInt(1), rows.getInt(3)));
          break;
        }
      }
    }
    return breaches;
  }

  @Override
  public void close() {
    over = true;
    members.forEach(Member::close);
  }
}
