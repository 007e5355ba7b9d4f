package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.chaos.ChaosTarget;
import dev.belfry.engine.run.Ledger;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.PgBouncer;
import dev.belfry.testing.Polling;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances behind PgBouncer in transaction mode, as the configuration is shipped. */
@RealClock("Monitors run, and instances tell each other over real sockets.")
class PoolerIT {
  /** So few that accounts, event loops, instances and the engine share each of them. */
  private static final int SERVER_CONNECTIONS = 12;

  private static final Map<String, String> FEW =
      Map.of("default_pool_size = 40", "default_pool_size = " + SERVER_CONNECTIONS);

  private static final int MONITORS = 8;
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  @TempDir private Path directory = Path.of("");
  private final TestDatabase database = TestDatabase.createMigrated();

  private TestApp instance(PgBouncer pooler) {
    Map<String, String> environment = new HashMap<>(pooler.environment(database.address()));
    environment.put("BELFRY_LOCATIONS", "all");
    environment.put("BELFRY_ALLOW_PRIVATE_TARGETS", "true");
    environment.put("BELFRY_QUOTAS", "monitors=" + MONITORS);
    return TestApp.startOn(database.address(), environment);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Polling.pause();
    }
  }

  @Test
  void everythingWorksAndNothingStaysBehind() throws Exception {
    try (database;
        PgBouncer pooler = PgBouncer.start(directory, database.address(), FEW);
        ChaosTarget target = new ChaosTarget()) {
      DatabaseAddress through = pooler.through(database.address());
      try (TestApp one = instance(pooler);
          TestApp two = instance(pooler)) {
        List<TestApp> apps = List.of(one, two);
        List<Tenant> tenants = List.of(one.newTenant(), one.newTenant(), one.newTenant());
        writeTogether(apps, tenants);
        tenants.forEach(this::requireOwnActor);
        runAndAlert(apps, one.newTenant(), target);
        deploy(two.as(one.newTenant()));
        assertThat(PooledSessions.leftovers(through, 1)).isEmpty();
      }
      endsStatements(through);
      assertThat(PooledSessions.leftovers(through, SERVER_CONNECTIONS)).isEmpty();
      try (Connection connection = database.jdbc()) {
        assertThat(new Ledger(connection).count(null, null, null).difference()).isZero();
      }
      isSeenWhenItLeaks(through);
    }
  }

  /** A statement that another client prepared under the same name would run instead. */
  @Test
  void refusesToPrepareStatementsThatThePoolerLoses() {
    try (database;
        PgBouncer pooler =
            PgBouncer.start(
                directory,
                database.address(),
                Map.of("max_prepared_statements = 300", "max_prepared_statements = 0"))) {
      Map<String, String> environment = new HashMap<>(pooler.environment(database.address()));
      environment.put("BELFRY_DATABASE_PREPARED_STATEMENTS", "true");
      assertThatThrownBy(() -> TestApp.startOn(database.address(), environment))
          .isInstanceOf(DatabaseUnusableException.class)
          .hasMessageContaining("BELFRY_DATABASE_PREPARED_STATEMENTS is true");
    }
  }

  /** Single statements, shared ones and transactions of three accounts at a time. */
  private static void writeTogether(List<TestApp> apps, List<Tenant> tenants) {
    ExecutorService threads = Executors.newFixedThreadPool(tenants.size() * 4);
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int i = 0; i < MONITORS * 2; i++) {
      for (Tenant tenant : tenants) {
        ApiClient client = apps.get(i % 2).as(tenant);
        String name = "m" + i;
        answers.add(CompletableFuture.supplyAsync(() -> write(client, name), threads));
      }
    }
    List<Integer> statuses = answers.stream().map(CompletableFuture::join).toList();
    threads.shutdown();
    assertThat(statuses).as("status codes").containsOnly(200, 402);
    assertThat(statuses.stream().filter(status -> status == 200))
        .as("monitors of three accounts within their quota")
        .hasSize(MONITORS * tenants.size());
  }

  private static int write(ApiClient client, String name) {
    client
        .post("/v1/variables", "{\"key\":\"K_%s\",\"value\":\"%s\"}".formatted(name, name))
        .hasStatus(201);
    String body =
        "{\"name\":\"%s\",\"activated\":false,\"request\":{\"url\":\"https://example.org/\"}}";
    var made = client.post("/v1/checks/url", body.formatted(name));
    if (made.status() != 201) {
      return made.status();
    }
    String renamed = name + " renamed";
    return client.put("/v1/checks/url/" + made.id(), body.formatted(renamed)).status();
  }

  /** A setting that leaked would name the key of another account, or nobody's. */
  private void requireOwnActor(Tenant tenant) {
    String entries =
        "SELECT count(*) FROM audit_entries WHERE account_id = '%s' AND resource_type IN ('variable', 'check')"
            .formatted(tenant.account());
    assertThat(database.count(entries)).isEqualTo(MONITORS * 4L);
    assertThat(
            database.count(
                entries
                    + " AND (actor <> 'key:%s' OR request_id IS NULL)".formatted(tenant.keyId())))
        .as("changes of other actors than the key of their account")
        .isZero();
  }

  /** One instance is told of monitors that the other has created, so that each runs at once. */
  private void runAndAlert(List<TestApp> apps, Tenant tenant, ChaosTarget target) {
    String channel =
        apps.get(0)
            .as(tenant)
            .post(
                "/v1/alert-channels",
                "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"h\",\"url\":\"%s\"}}"
                    .formatted(target.url("/well")))
            .hasStatus(201)
            .id();
    for (int i = 0; i < 6; i++) {
      apps.get(i % 2)
          .as(tenant)
          .post(
              "/v1/checks/url",
              """
              {"name":"n","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
               "alertChannelSubscriptions":[{"alertChannelId":%s,"activated":true}],
               "request":{"url":"%s"}}"""
                  .formatted(channel, target.url("/broken/always")))
          .hasStatus(201);
    }
    await(() -> database.count("SELECT count(DISTINCT series_id) FROM results") >= 6);
    await(() -> database.count("SELECT count(*) FROM deliveries WHERE state = 'DELIVERED'") >= 6);
  }

  private static void deploy(ApiClient client) {
    String project =
        """
        {"project":{"logicalId":"shop","name":"Shop","repoUrl":"https://example.com/shop"},
         "sharedFiles":[],"repoInfo":null,"resources":[
          {"logicalId":"home","type":"check","member":true,"sourceFile":"a.ts","payload":
           {"checkType":"URL","name":"h","activated":false,"request":{"url":"https://example.com/"}}}]}""";
    client.post("/v1/projects/deploy?dryRun=false", project).hasStatus(202);
  }

  /** The server ends what takes too long, and gives the connection to others. */
  private void endsStatements(DatabaseAddress through) {
    Vertx vertx = Vertx.vertx();
    try {
      DatabaseAddress pooled = through.behindPooler(database.address(), false);
      Config.Database settings =
          new Config.Database(pooled, directory, 1, Duration.ofMillis(300), 10, null);
      Database slow = new Database(vertx, pooled, settings, 1);
      assertThatThrownBy(() -> slow.query("SELECT pg_sleep(60)", Tuple.tuple()).await())
          .hasMessageContaining("unavailable");
      assertThat(
              slow.connection(
                      kept ->
                          kept.preparedQuery("SELECT current_setting('statement_timeout')")
                              .execute()
                              .map(rows -> rows.iterator().next().getString(0)))
                  .await())
          .as("a kept connection is in a transaction with its settings")
          .isEqualTo("300ms");
      await(
          () ->
              database.count(
                      "SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle'"
                          + " AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()")
                  == 0);
      slow.close().await();
    } finally {
      vertx.close().await();
    }
  }

  /** The search of this test finds what it looks for. */
  private static void isSeenWhenItLeaks(DatabaseAddress through) throws SQLException {
    try (Connection client = PooledSessions.client(through);
        Statement statement = client.createStatement()) {
      statement.execute("SET belfry.actor = 'stranger'");
      statement.execute("SET lock_timeout = '3s'");
      statement.execute("SELECT pg_advisory_lock(4711)");
      statement.execute("LISTEN gossip");
      statement.execute("PREPARE left_behind AS SELECT 1");
      statement.execute("CREATE TEMPORARY TABLE scratch ()");
    }
    assertThat(PooledSessions.leftovers(through, SERVER_CONNECTIONS))
        .contains(
            "setting belfry.actor",
            "setting lock_timeout",
            "lock 4711",
            "channel gossip",
            "statement left_behind",
            "temporary table");
  }
}
