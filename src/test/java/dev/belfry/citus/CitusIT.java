package dev.belfry.citus;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.run.Ledger;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.CitusCluster;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Monitors run while their results lie on the workers of a cluster. */
@Tag("citus")
class CitusIT {
  private static final long PATIENCE_SECONDS = 120;
  private static final int MONITORS = 40;
  private static final long HOUR = TimeUnit.HOURS.toMillis(1);

  private static final AtomicInteger REQUESTS = new AtomicInteger();
  private static HttpServer target;
  private static TestApp app;
  private static TestDatabase database;

  @BeforeAll
  static void start() throws IOException {
    target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    target.setExecutor(Executors.newFixedThreadPool(4));
    target.createContext(
        "/",
        exchange -> {
          REQUESTS.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    target.start();
    app =
        TestApp.startOn(
            CitusCluster.address(),
            Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"));
    database = app.database();
  }

  @AfterAll
  static void stop() {
    app.close();
    target.stop(0);
  }

  @Test
  void resultsLieOnTheWorkersAndEveryReadFindsThem() throws SQLException {
    Tenant acme = app.newTenant();
    ApiClient client = app.as(acme);
    Instant start = Instant.now();
    List<String> checks = monitors(client);
    await(() -> results(acme, start) >= 3 * MONITORS);

    String today =
        LinkedWorker.text(database, "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD')");
    assertThat(database.count("SELECT pg_relation_size('results_" + today + "')"))
        .as("bytes on the coordinator")
        .isZero();
    assertThat(
            database.count(
                "SELECT count(DISTINCT (nodename, nodeport)) FROM citus_shards WHERE table_name ="
                    + " 'results_"
                    + today
                    + "'::regclass AND shard_size > 0"))
        .as("workers with results")
        .isGreaterThanOrEqualTo(2);

    String check = checks.get(0);
    assertThat(client.get("/v1/check-statuses/" + check).hasStatus(200).text())
        .contains("\"hasFailures\":false");
    for (String kind : List.of("FINAL", "ATTEMPT", "ALL")) {
      client.get("/v2/check-results/" + check + "?resultType=" + kind).hasStatus(200);
    }
    assertThat(client.get("/v2/check-results/" + check).hasStatus(200).at("/entries"))
        .hasSizeGreaterThanOrEqualTo(2);
    client.get("/v1/check-overview?limit=100").hasStatus(200);
    client.get("/v1/analytics/url-monitors/" + check).hasStatus(200);
    await(() -> ledgerIsEven(acme, start, Instant.now().minusSeconds(15)));
  }

  @Test
  void hoursAreRolledUpAndOldDaysDropped() {
    Tenant acme = app.newTenant();
    String check = monitors(app.as(acme)).get(0);
    long series = database.count("SELECT id FROM series WHERE check_id = '" + check + "'");
    long hour = Instant.now().toEpochMilli() / HOUR * HOUR - 3 * HOUR;
    long old = TimeUnit.MILLISECONDS.toDays(hour) - 40;
    database.execute("SELECT make_partitions(%d)".formatted(old));
    database.execute("DELETE FROM result_hours WHERE hour >= " + hour);
    database.execute(
        """
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        SELECT %d + n * 60000, %d, 1000 + n, 1, 0, CASE WHEN n %% 10 = 0 THEN 2 ELSE 0 END, 0, 200,
          1, 1, 0, 1, 1 FROM generate_series(0, 179) AS n"""
            .formatted(hour, series));
    database.execute("UPDATE result_progress SET next_series = 0, hour = " + hour);

    await(() -> database.count("SELECT hour FROM result_progress") >= hour + 3 * HOUR);
    String of = " FROM result_hours WHERE series_id = %d AND hour >= %d".formatted(series, hour);
    assertThat(database.count("SELECT sum(passed)" + of)).isEqualTo(162);
    assertThat(database.count("SELECT sum(failed)" + of)).isEqualTo(18);
    assertThat(database.count("SELECT sum(response_us)" + of)).isEqualTo(180 * 1000 + 179 * 90);
    assertThat(
            database.count(
                "SELECT sum(passed + failed) FROM result_days WHERE series_id = " + series))
        .isEqualTo(180);
    assertThat(
            database.count("SELECT passed + failed FROM result_totals WHERE series_id = " + series))
        .isEqualTo(180);
    await(
        () ->
            database.count(
                    "SELECT count(*) FROM pg_inherits WHERE inhparent = 'results'::regclass AND"
                        + " right(inhrelid::regclass::text, 8)::date - date '1970-01-01' = "
                        + old)
                == 0);
    assertThat(
            database.count(
                "SELECT count(*) FROM pg_inherits i LEFT JOIN pg_dist_partition d"
                    + " ON d.logicalrelid = i.inhrelid WHERE d.logicalrelid IS NULL AND i.inhparent"
                    + " = ANY ('{results,result_details,result_hours}'::regclass[])"))
        .as("partitions that are not distributed")
        .isZero();
  }

  @Test
  void aWorkerThatIsAwayCostsNoTruth() throws Exception {
    Tenant acme = app.newTenant();
    ApiClient client = app.as(acme);
    Instant start = Instant.now();
    List<String> checks = monitors(client);
    await(() -> results(acme, start) >= MONITORS);
    try (LinkedWorker worker = new LinkedWorker(database)) {
      long before = results(acme, start);
      await(() -> results(acme, start) > before);
      worker.link().cut();
      int asked = REQUESTS.get();
      await(() -> REQUESTS.get() > asked + 3 * MONITORS);
      client.get("/v1/checks/" + checks.get(0)).hasStatus(200);
      assertThat(client.get("/v2/check-results/" + checks.get(0)).status()).isIn(200, 503);
      worker.link().mend();
      Instant back = Instant.now();
      await(() -> ledgerIsEven(acme, start, back));
      await(() -> client.get("/v2/check-results/" + checks.get(0)).status() == 200);
    }
    assertThat(database.count(of(acme, start) + " AND r.verdict NOT IN (0, 4)")).isZero();
    assertThat(database.count(of(acme, start) + " AND r.verdict = 0"))
        .isLessThanOrEqualTo(REQUESTS.get());
    assertThat(
            database.count(
                "SELECT count(*) FROM alerts WHERE account_id = '%s'".formatted(acme.account())))
        .isZero();
  }

  private static List<String> monitors(ApiClient client) {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < MONITORS; i++) {
      made.add(
          client
              .post(
                  "/v1/checks/url",
                  """
                  {"name":"n","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
                   "request":{"url":"http://127.0.0.1:%d/"}}"""
                      .formatted(target.getAddress().getPort()))
              .hasStatus(201)
              .id());
    }
    return made;
  }

  private static String of(Tenant tenant, Instant since) {
    return ("SELECT count(*) FROM results r WHERE r.attempt = 0 AND r.at >= %d AND r.series_id IN"
            + " (SELECT id FROM series WHERE account_id = '%s')")
        .formatted(since.toEpochMilli(), tenant.account());
  }

  private static long results(Tenant tenant, Instant since) {
    try {
      return database.count(of(tenant, since));
    } catch (AssertionError away) {
      return -1;
    }
  }

  /** Whether every run up to a time is accounted for, and none waits any more. */
  private static boolean ledgerIsEven(Tenant tenant, Instant from, Instant to) {
    try (Connection connection = database.jdbc()) {
      var report = new Ledger(connection).count(from, to, tenant.account());
      return report.difference() == 0 && report.open() == 0;
    } catch (SQLException away) {
      return false;
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(end);
      Polling.pause();
    }
  }
}
