package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.ServerSignal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three instances on one database are one service to a key. */
@RealClock("Rate limit windows end by the database's clock.")
class LimitOverInstancesIT {
  private static final String PATH = "/v1/checks?limit=1";
  private static final long SECOND = 1_000_000_000L;
  private static final Pattern ALONE = Pattern.compile("(?m)^belfry_ratelimit_alone_total (.+)$");

  @TempDir private static Path directory;

  private static EmbeddedServer postgres;
  private static final List<TestApp> APPS = new ArrayList<>();

  @BeforeAll
  static void start() {
    postgres = EmbeddedServer.start(directory, true);
    new Migrations().migrate(postgres.address());
    for (int i = 0; i < 3; i++) {
      APPS.add(TestApp.startOn(postgres.address(), Map.of("BELFRY_DATABASE_TIMEOUT", "900ms")));
    }
  }

  @AfterAll
  static void stop() {
    APPS.forEach(TestApp::close);
    APPS.clear();
    postgres.close();
  }

  private static List<ApiClient> clients(Tenant tenant) {
    return APPS.stream().map(app -> app.client().withKey(tenant.key())).toList();
  }

  /** How many of so many requests at once, spread over all instances, are admitted. */
  private static int admitted(List<ApiClient> clients, int requests) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(24);
    try {
      List<Callable<ApiReply>> calls = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        ApiClient client = clients.get(i % clients.size());
        calls.add(() -> client.get(PATH));
      }
      int admitted = 0;
      for (Future<ApiReply> reply : threads.invokeAll(calls)) {
        int status = reply.get().status();
        assertThat(status).isIn(200, 429);
        admitted += status == 200 ? 1 : 0;
      }
      return admitted;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void exactly600AreAdmittedUnderTwiceTheLoad() throws Exception {
    long deadline = System.nanoTime() + 300 * SECOND;
    int admitted;
    long alone;
    long begin;
    // A process that the database keeps waiting goes on alone, and a window may end: neither shows.
    do {
      assertThat(System.nanoTime()).isLessThan(deadline);
      alone = decidedAlone();
      begin = System.nanoTime();
      admitted = admittedToANewKey();
    } while (decidedAlone() > alone || System.nanoTime() - begin > 50 * SECOND);
    assertThat(admitted).isEqualTo(600);
  }

  /** How many requests of a key are admitted under twice the load and until all refuse. */
  private static int admittedToANewKey() throws Exception {
    List<ApiClient> clients = clients(APPS.get(0).newTenant(null));
    int admitted = admitted(clients, 1_200);
    // The last block may come when the requests that could spend it have been refused.
    long deadline = System.nanoTime() + 10 * SECOND;
    while (admitted < 600 && System.nanoTime() < deadline) {
      admitted += admitted(clients, 3);
    }
    for (ApiClient client : clients) {
      ApiReply refused = client.get(PATH).hasStatus(429);
      assertThat(refused.header("X-RateLimit-Remaining")).isEqualTo("0");
      assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
    }
    return admitted;
  }

  /** Decisions that an instance made without the others, all instances together. */
  private static long decidedAlone() {
    return APPS.stream().mapToLong(LimitOverInstancesIT::decidedAlone).sum();
  }

  private static long decidedAlone(TestApp app) {
    Matcher value = ALONE.matcher(app.management().get("/metrics").text());
    assertThat(value.find()).isTrue();
    return (long) Double.parseDouble(value.group(1));
  }

  @Test
  void aClientThatWalksRoundTheInstancesIsToldWhatRemains() {
    List<ApiClient> clients = clients(APPS.get(0).newTenant(40));
    for (int i = 0; i < 40; i++) {
      ApiReply reply = clients.get(i % 3).get(PATH).hasStatus(200);
      assertThat(reply.header("X-RateLimit-Remaining")).isEqualTo(Integer.toString(39 - i));
      assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("40");
    }
    clients.forEach(client -> client.get(PATH).hasStatus(429));
  }

  @Test
  void withoutTheDatabaseEachInstanceCountsForItselfAndTellsLater() throws SQLException {
    Tenant tenant = APPS.get(0).newTenant(10);
    ApiClient client = clients(tenant).get(0);
    client.get(PATH).hasStatus(200);
    // Of before the outage: when it ends, the server is full for a moment of those who come back.
    try (Connection connection = APPS.get(0).database().jdbc()) {
      assertThat(refusedDuringAnOutage(client)).isEqualTo(3);
      assertThat(decidedAlone(APPS.get(0))).isPositive();
      long deadline = System.nanoTime() + 30 * SECOND;
      while (granted(connection, tenant) < 10) {
        assertThat(System.nanoTime()).isLessThan(deadline);
      }
    }
    // The instance has told the others what it admitted alone, so the window is spent.
    clients(tenant).forEach(each -> each.get(PATH).hasStatus(429));
  }

  private static int refusedDuringAnOutage(ApiClient client) {
    ServerSignal.send(directory, "STOP");
    try {
      int refused = 0;
      for (int i = 0; i < 12; i++) {
        int status = client.get(PATH).status();
        assertThat(status).isIn(503, 429);
        refused += status == 429 ? 1 : 0;
      }
      return refused;
    } finally {
      ServerSignal.send(directory, "CONT");
    }
  }

  private static int granted(Connection connection, Tenant tenant) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT granted FROM rate_windows WHERE bucket = ?")) {
      statement.setString(1, tenant.keyId().toString());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getInt(1) : 0;
      }
    }
  }
}
