package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.OwnPostgres;
import dev.belfry.testing.Polling;
import dev.belfry.testing.RealClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances read from a replica, which lags, stands still and dies. */
@RealClock("A server that is silent is told by time-outs.")
class ReadingAsideIT {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A replica may be silent for 250 ms; the rest is for a busy machine. */
  private static final long SLOWEST_MILLIS = 1_500;

  private static final String MONITOR =
      "{\"name\":\"n\",\"request\":{\"url\":\"http://127.0.0.1:9/\"},\"activated\":false}";

  @TempDir private static Path directory = Path.of("");
  private static OwnPostgres primary;
  private static OwnPostgres replica;
  private static OwnPostgres other;
  private static TestApp first;
  private static TestApp second;

  @BeforeAll
  static void start() throws IOException {
    primary = OwnPostgres.start(made("primary"));
    replica = primary.follower(made("replica"));
    other = primary.follower(made("other"));
    // As most have it: a commit waits for no replica.
    primary.execute("ALTER SYSTEM RESET synchronous_standby_names");
    primary.execute("SELECT pg_reload_conf()");
    new Migrations().migrate(primary.address());
    first = TestApp.startOn(primary.address(), reading(replica.address(), primary.address()));
    second = TestApp.startOn(primary.address(), reading(replica.address(), other.address()));
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable one : List.of(first, second, other, replica, primary)) {
      try {
        one.close();
      } catch (Exception e) {
        throw new AssertionError("not closed", e);
      }
    }
  }

  private static Path made(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  private static Map<String, String> reading(DatabaseAddress one, DatabaseAddress another) {
    return Map.of(
        "BELFRY_ACCESS_LOG",
        "off",
        "BELFRY_DATABASE_READ_URL",
        "postgresql://%s:%s@%s,%s/%s?sslmode=disable&target_session_attrs=prefer-standby"
            .formatted(
                one.user(), one.password().value(), one.where(), another.where(), one.database()));
  }

  @BeforeEach
  void awaitReplica() {
    await(() -> used(first, replica) && used(second, replica));
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Polling.pause();
    }
  }

  private static double metric(TestApp app, String name, OwnPostgres server, String more) {
    String start = name + "{" + more + "server=\"" + server.address().where() + "\"} ";
    return app.management()
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + start));
  }

  private static double answered(TestApp app) {
    return reads(app, replica, "answered") + reads(app, other, "answered");
  }

  /** What an instance tells of its replicas. */
  private static String replicas(TestApp app) {
    return app.management()
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("belfry_replica_"))
        .collect(Collectors.joining("\n"));
  }

  private static boolean used(TestApp app, OwnPostgres server) {
    return metric(app, "belfry_replica_used", server, "") == 1;
  }

  private static double reads(TestApp app, OwnPostgres server, String outcome) {
    return metric(app, "belfry_replica_reads_total", server, "outcome=\"" + outcome + "\",");
  }

  @Test
  void thePrimaryIsNoReplicaOfItself() {
    assertThat(used(first, primary)).isFalse();
  }

  @Test
  void listsFiguresAndPagesComeFromTheReplica() {
    Tenant acme = first.newTenant();
    ApiClient client = first.as(acme);
    String check = client.post("/v1/checks/url", MONITOR).hasStatus(201).id();
    String group = client.post("/v1/check-groups", "{\"name\":\"g\"}").hasStatus(201).id();
    String service =
        client.post("/v1/status-pages/services", "{\"name\":\"s\"}").hasStatus(201).id();
    String url = "p" + service.substring(24);
    client
        .post(
            "/v1/status-pages",
            """
            {"name":"p","url":"%s","cards":[{"name":"c","services":[{"id":"%s"}]}]}"""
                .formatted(url, service))
        .hasStatus(201);
    double failed = reads(first, replica, "failed");
    for (String path :
        List.of(
            "/v1/checks",
            "/v1/checks?tag=a",
            "/v1/check-groups",
            "/v1/alert-channels",
            "/v1/maintenance-windows",
            "/v1/variables",
            "/v1/objectives",
            "/v2/check-results/" + check,
            "/v1/check-results/" + check,
            "/v1/check-statuses",
            "/v1/reporting",
            "/v1/analytics/url-monitors/" + check,
            "/v1/analytics/url-monitors/" + check + "?quickRange=last30Days",
            "/v1/badges/checks/" + check,
            "/v1/badges/groups/" + group,
            "/v1/audit-log",
            "/v1/check-overview?include=TREND&include=HISTORY",
            "/v1/check-overview/groups?groupId=" + group,
            "/v2/check-alerts",
            "/v1/check-alerts",
            "/v1/alert-notifications",
            "/v1/status-pages",
            "/v1/status-pages/services",
            "/v1/status-pages/incidents",
            "/accounts/" + acme.account() + "/v2/prometheus/metrics",
            "/status/" + url)) {
      double answered = reads(first, replica, "answered");
      // The primary answers one that comes when the replica has just lagged.
      await(
          () -> {
            client.get(path).hasStatus(200);
            return reads(first, replica, "answered") > answered;
          });
    }
    assertThat(reads(first, replica, "failed")).isEqualTo(failed);
  }

  @Test
  void whatOneInstanceWroteIsReadFromTheOther() {
    Tenant acme = first.newTenant();
    double answered = answered(second);
    for (int i = 1; i <= 50; i++) {
      first.as(acme).post("/v1/checks/url", MONITOR).hasStatus(201);
      assertThat(second.as(acme).get("/v1/checks?limit=1").hasStatus(200).header("content-range"))
          .endsWith("/" + i);
    }
    assertThat(answered(second)).as(replicas(second)).isGreaterThan(answered);
  }

  @Test
  void aReplicaThatLagsIsNotRead() {
    Tenant acme = first.newTenant();
    replica.execute("SELECT pg_wal_replay_pause()");
    try {
      for (int i = 1; i <= 20; i++) {
        first.as(acme).post("/v1/checks/url", MONITOR).hasStatus(201);
        long begun = System.nanoTime();
        assertThat(second.as(acme).get("/v1/checks").hasStatus(200).json())
            .hasSize(Math.min(i, 10));
        assertThat(millisSince(begun)).isLessThan(SLOWEST_MILLIS);
      }
      await(() -> !used(second, replica));
      await(() -> metric(second, "belfry_replica_lag_seconds", replica, "") > 0.5);
    } finally {
      replica.execute("SELECT pg_wal_replay_resume()");
    }
    await(() -> metric(second, "belfry_replica_lag_seconds", replica, "") < 0.5);
  }

  @Test
  void aReplicaThatStandsStillCostsNoAnswer() {
    Tenant acme = first.newTenant();
    read(second.as(acme), 200);
    replica.freeze();
    try {
      assertThat(read(second.as(acme), 1_000)).isLessThan(SLOWEST_MILLIS);
      assertThat(used(second, replica)).isFalse();
    } finally {
      replica.thaw();
    }
  }

  @Test
  void aReplicaThatDiesOrIsPromotedCostsNoAnswer() {
    Tenant acme = first.newTenant();
    await(() -> used(second, replica) && used(second, other));
    double byOne = reads(second, replica, "answered");
    double byOther = reads(second, other, "answered");
    read(second.as(acme), 200);
    assertThat(reads(second, replica, "answered")).as(replicas(second)).isGreaterThan(byOne);
    assertThat(reads(second, other, "answered")).as(replicas(second)).isGreaterThan(byOther);
    other.promote();
    assertThat(read(second.as(acme), 300)).isLessThan(SLOWEST_MILLIS);
    await(() -> !used(second, other));
    other.kill();
    assertThat(read(second.as(acme), 300)).isLessThan(SLOWEST_MILLIS);
    assertThat(used(second, other)).isFalse();
  }

  /** Reads for a time, and returns how long the slowest answer took, milliseconds. */
  private static long read(ApiClient client, long millis) {
    long begun = System.nanoTime();
    long slowest = 0;
    while (millisSince(begun) < millis) {
      long sent = System.nanoTime();
      client.get("/v1/checks").hasStatus(200);
      slowest = Math.max(slowest, millisSince(sent));
    }
    return slowest;
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }
}
