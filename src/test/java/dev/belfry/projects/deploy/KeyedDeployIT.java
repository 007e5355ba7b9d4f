package dev.belfry.projects.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Deploys with an {@code Idempotency-Key}: the one kind of request that others watch meanwhile. */
class KeyedDeployIT {
  private static final String DEPLOY = ProjectFixture.DEPLOY + "?scheduleOnDeploy=true";
  private static final String MANIFEST =
      ProjectFixture.project(
          ProjectFixture.resource(
              "check",
              "home",
              """
              {"checkType":"URL","name":"Home","activated":true,"locations":["eu-west-1"],
               "frequency":1440,"request":{"url":"https://example.com"}}"""));

  private static final String HOLD =
      """
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(4712); RETURN NEW; END';
      CREATE TRIGGER hold BEFORE INSERT ON idempotency_keys
        FOR EACH ROW EXECUTE FUNCTION hold()""";

  @Test
  void othersSeeItRunAndItsChecksRunWhenItIsCommitted() throws Exception {
    try (TestApp app = TestApp.start(Map.of("BELFRY_DATABASE_TIMEOUT", "15s"))) {
      Tenant acme = app.newTenant();
      ApiClient client = app.as(acme);
      app.database().execute(HOLD);
      CompletableFuture<ApiReply> deploying;
      try (Connection connection = app.database().jdbc();
          Statement holder = connection.createStatement()) {
        holder.execute("SELECT pg_advisory_lock(4712)");
        deploying =
            CompletableFuture.supplyAsync(
                () -> client.with("Idempotency-Key", "deploy").post(DEPLOY, MANIFEST));
        eventually(app, "SELECT count(*) FROM deployments WHERE status = 'RUNNING'", 1);
        eventually(
            app,
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'"
                + " AND datname = current_database()",
            1);
        assertThat(app.database().count("SELECT count(*) FROM check_sessions")).isZero();
        client.post(DEPLOY, MANIFEST).hasStatus(409);
      }
      ApiReply done = deploying.get(30, TimeUnit.SECONDS).hasStatus(202);
      assertThat(done.at("/status").asText()).isEqualTo("SUCCEEDED");
      eventually(app, "SELECT count(*) FROM check_sessions", 1);
      ApiReply again =
          client.with("Idempotency-Key", "deploy").post(DEPLOY, MANIFEST).hasStatus(202);
      assertThat(again.text()).isEqualTo(done.text());
      assertThat(app.database().count("SELECT count(*) FROM check_sessions")).isEqualTo(1);
      assertThat(app.database().count("SELECT count(*) FROM deployments")).isEqualTo(1);
    }
  }

  private static void eventually(TestApp app, String sql, long expected) {
    Polling.until(sql, () -> app.database().count(sql) == expected);
  }
}
