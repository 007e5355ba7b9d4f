package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.FreePort;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.ServerSignal;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Postgres away, killed and frozen: 503 soon, recovery by itself, nothing acknowledged lost. */
@RealClock("A frozen server is told from a slow one by time-outs.")
class DatabaseTroubleIT {
  private static final Map<String, String> QUICK = Map.of("BELFRY_DATABASE_TIMEOUT", "900ms");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * Connections that pools open when they are used first; attempts in vain are several times that.
   */
  private static final int POOLS_GROW_BY = 5;

  @TempDir private Path directory;
  private @Nullable EmbeddedServer postgres;

  @BeforeEach
  void startPostgres() {
    postgres = EmbeddedServer.start(directory, true);
    new Migrations().migrate(postgres().address());
  }

  @AfterEach
  void stopPostgres() {
    postgres().close();
  }

  private EmbeddedServer postgres() {
    return java.util.Objects.requireNonNull(postgres);
  }

  @Test
  void waitsForAServerThatIsDownAtTheStart() throws Exception {
    int management = FreePort.find();
    var address = postgres().address();
    postgres().close();
    CompletableFuture<TestApp> starting =
        CompletableFuture.supplyAsync(
            () ->
                TestApp.startOn(
                    address, Map.of("BELFRY_MANAGEMENT_PORT", Integer.toString(management))));
    ApiClient health = new ApiClient("http://127.0.0.1:" + management);
    eventually(() -> answers(health, "/health/live", 200));
    ApiReply waiting = health.get("/health/ready").hasStatus(503);
    assertThat(waiting.at("/checks/database").asText()).isEqualTo("does not answer");
    assertThat(starting).isNotDone();
    postgres = EmbeddedServer.start(directory, true);
    assertThat(postgres().address()).isEqualTo(address);
    try (TestApp app = starting.get()) {
      health.get("/health/ready").hasStatus(200);
      app.as(app.newTenant()).get("/v1/checks").hasStatus(200);
    }
  }

  @Test
  void losesNoAcknowledgedWriteWhenTheServerIsKilledUnderLoad() throws Exception {
    var address = postgres().address();
    try (TestApp app = TestApp.startOn(address, QUICK)) {
      ApiClient client = app.as(app.newTenant());
      AtomicBoolean enough = new AtomicBoolean();
      List<Writer> writers = Stream.generate(() -> new Writer(client)).limit(8).toList();
      List<CompletableFuture<Writer>> writing = new ArrayList<>();
      for (Writer writer : writers) {
        writing.add(CompletableFuture.supplyAsync(() -> writer.writeUntil(enough)));
      }
      eventually(() -> writers.stream().allMatch(each -> each.acknowledged > 0));
      ServerSignal.send(directory, "KILL");
      postgres().close();
      eventually(() -> client.get("/v1/checks").status() == 503);
      app.management().get("/health/ready").hasStatus(503);
      app.management().get("/health/live").hasStatus(200);
      assertThat(client.get("/v1/checks").header("Retry-After")).isNotEmpty();
      postgres = EmbeddedServer.start(directory, true);
      eventually(() -> client.get("/v1/checks").status() == 200);
      eventually(() -> answers(app.management(), "/health/ready", 200));
      enough.set(true);
      for (CompletableFuture<Writer> done : writing) {
        done.get().requireEverythingIsThere();
      }
    }
  }

  @Test
  void answers503WhileTheServerIsFrozenAndGoesOnAfterwards() {
    try (TestApp app = TestApp.startOn(postgres().address(), QUICK)) {
      Tenant acme = app.newTenant();
      ApiClient client = app.as(acme);
      String path = "/v1/checks/url/" + new Writer(client).id;
      ServerSignal.send(directory, "STOP");
      try {
        for (String each : List.of(path, path, path)) {
          Instant asked = Instant.now();
          ApiReply refused = client.put(each, "{\"muted\":true}").hasStatus(503);
          client.get(each.replace("/url/", "/")).hasStatus(503);
          client.get("/v1/checks").hasStatus(503);
          assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(6));
          refused.matchesContract("updateUrlMonitor");
        }
        app.management().get("/health/ready").hasStatus(503);
      } finally {
        ServerSignal.send(directory, "CONT");
      }
      eventually(() -> client.put(path, "{\"muted\":true}").status() == 200);
      eventually(() -> client.get("/v1/checks").status() == 200);
      eventually(() -> answers(app.management(), "/health/ready", 200));
    }
  }

  /** A connection that comes when nobody waits for it any more would stay open unused. */
  @Test
  void leavesNoConnectionBehindThatCameTooLate() {
    try (TestApp app = TestApp.startOn(postgres().address(), QUICK)) {
      ApiClient client = app.as(app.newTenant());
      String path = "/v1/checks/url/" + new Writer(client).id;
      long before = connections();
      ServerSignal.send(directory, "STOP");
      try {
        Instant end = Instant.now().plusSeconds(12);
        while (Instant.now().isBefore(end)) {
          client.put(path, "{\"muted\":true}").hasStatus(503);
        }
      } finally {
        ServerSignal.send(directory, "CONT");
      }
      eventually(() -> client.put(path, "{\"muted\":true}").status() == 200);
      eventually(() -> connections() <= before + POOLS_GROW_BY);
    }
  }

  private long connections() {
    return TestDatabase.at(postgres().address())
        .count(
            "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                + " AND application_name = 'belfry'");
  }

  /** Counts up in the name of a monitor of its own. */
  private static final class Writer {
    private final ApiClient client;
    private final String id;
    private volatile int acknowledged;
    private int last;

    Writer(ApiClient client) {
      this.client = client;
      this.id =
          client
              .post("/v1/checks/url", "{\"name\":\"0\",\"request\":{\"url\":\"https://e.org\"}}")
              .hasStatus(201)
              .id();
    }

    Writer writeUntil(AtomicBoolean enough) {
      while (!enough.get()) {
        last++;
        ApiReply reply = client.put("/v1/checks/url/" + id, "{\"name\":\"" + last + "\"}");
        assertThat(reply.status()).isIn(200, 503);
        if (reply.status() == 200) {
          acknowledged = last;
        }
      }
      return this;
    }

    void requireEverythingIsThere() {
      // Each event loop gets its own connection back, and each request may meet another loop.
      ApiReply[] reply = {client.get("/v1/checks/" + id)};
      eventually(
          () -> {
            reply[0] = client.get("/v1/checks/" + id);
            return reply[0].status() == 200;
          });
      int stored = reply[0].at("/name").asInt();
      assertThat(acknowledged).isPositive();
      assertThat(stored).isBetween(acknowledged, last);
    }
  }

  private static boolean answers(ApiClient client, String path, int status) {
    try {
      return client.get(path).status() == status;
    } catch (AssertionError notYet) {
      return false;
    }
  }

  private static void eventually(BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("it never happened").isBefore(deadline);
    }
  }
}
