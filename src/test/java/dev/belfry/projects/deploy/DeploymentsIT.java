package dev.belfry.projects.deploy;

import static dev.belfry.projects.deploy.ProjectFixture.check;
import static dev.belfry.projects.deploy.ProjectFixture.deployment;
import static dev.belfry.projects.deploy.ProjectFixture.project;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Deployments that meet others, are planned, followed, cancelled and lost. */
class DeploymentsIT {
  private final ProjectFixture stage = new ProjectFixture();

  /** Keeps the project's check locked, so that a deploy that changes it takes as long as this. */
  private static final class Hold implements AutoCloseable {
    private final Connection connection;

    Hold(ProjectFixture stage) throws SQLException {
      connection = stage.app.database().jdbc();
      connection.setAutoCommit(false);
      try (PreparedStatement lock =
          connection.prepareStatement("SELECT FROM checks WHERE account_id = ? FOR UPDATE")) {
        lock.setObject(1, stage.acme.account());
        lock.execute();
      }
    }

    void requireHeld() throws SQLException {
      assertThat(connection.isValid(1)).isTrue();
    }

    /** Ends the session that waits for the lock. */
    void endWaiting() throws SQLException {
      try (Statement statement = connection.createStatement()) {
        TestDatabase.awaitBlocked(statement);
        statement.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))""");
      }
    }

    @Override
    public void close() throws SQLException {
      connection.rollback();
      connection.close();
    }
  }

  private void execute(String sql, Object... parameters) throws SQLException {
    try (Connection connection = stage.app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }

  @Test
  void oneOfTwoAtATimeWinsAndTheOtherLearnsItsId() throws Exception {
    oneOfTwoWins(stage);
  }

  /** There they share the connections of deploys. */
  @Test
  void oneOfTwoOnOneEventLoopWinsToo() throws Exception {
    try (TestApp app = TestApp.start(Map.of("BELFRY_HTTP_EVENT_LOOPS", "1"))) {
      oneOfTwoWins(new ProjectFixture(app));
    }
  }

  private static void oneOfTwoWins(ProjectFixture stage) throws Exception {
    stage.deploy(check("home", "")).hasStatus(202);
    CompletableFuture<ApiReply> first;
    String running;
    try (Hold hold = new Hold(stage)) {
      hold.requireHeld();
      first = stage.deployAside(check("home", "\"frequency\":5"));
      running = stage.running();
      ApiReply second = stage.deploy(check("home", "\"frequency\":30"));
      second.hasStatus(409).matchesContract("deployProject");
      assertThat(second.at("/deploymentId").asText()).isEqualTo(running);
      stage
          .client
          .get(deployment(running, "completion") + "?maxWaitSeconds=1")
          .hasStatus(408)
          .matchesContract("awaitDeployment");
    }
    assertThat(first.get().hasStatus(202).id()).isEqualTo(running);
    stage
        .client
        .get(deployment(running, "completion") + "?maxWaitSeconds=1")
        .hasStatus(200)
        .matchesContract("awaitDeployment");
    assertThat(stage.client.get("/v1/checks").at("/0/frequency").asInt()).isEqualTo(5);
  }

  @Test
  void whatLosesItsTransactionIsDeployedInAnother() throws Exception {
    stage.deploy(check("home", "")).hasStatus(202);
    CompletableFuture<ApiReply> deploy;
    try (Hold hold = new Hold(stage)) {
      hold.requireHeld();
      deploy = stage.deployAside(check("home", "\"frequency\":5"));
      stage.running();
      hold.endWaiting();
    }
    assertThat(deploy.get().hasStatus(202).at("/status").asText()).isEqualTo("SUCCEEDED");
    assertThat(stage.client.get("/v1/checks").at("/0/frequency").asInt()).isEqualTo(5);
  }

  @Test
  void aCancelledDeploymentHasNoEffect() throws Exception {
    stage.deploy(check("home", "")).hasStatus(202);
    CompletableFuture<ApiReply> deploy;
    try (Hold hold = new Hold(stage)) {
      hold.requireHeld();
      deploy = stage.deployAside(check("home", "\"frequency\":5"), check("new", ""));
      ApiReply cancelled =
          stage.client.send("POST", deployment(stage.running(), "cancel"), null).hasStatus(200);
      assertThat(cancelled.matchesContract("cancelDeployment").at("/status").asText())
          .isEqualTo("CANCELLED");
    }
    assertThat(deploy.get().hasStatus(202).at("/status").asText()).isEqualTo("CANCELLED");
    assertThat(stage.client.get("/v1/checks").json()).hasSize(1);
    assertThat(stage.client.get("/v1/checks").at("/0/frequency").asInt()).isEqualTo(10);
    stage.deploy(check("home", "\"frequency\":5")).hasStatus(202);
  }

  @Test
  void aDeploymentIsFollowedUntilItsEnd() throws Exception {
    stage.deploy(check("home", "")).hasStatus(202);
    CompletableFuture<ApiReply> events;
    CompletableFuture<ApiReply> deploy;
    try (Hold hold = new Hold(stage)) {
      hold.requireHeld();
      deploy = stage.deployAside(check("home", "\"frequency\":5"));
      String path = deployment(stage.running(), "events");
      events = CompletableFuture.supplyAsync(() -> stage.client.get(path));
      stage.client.get(path.replace("events", "completion") + "?maxWaitSeconds=1").hasStatus(408);
    }
    ApiReply followed = events.get().hasStatus(200);
    assertThat(followed.header("content-type")).isEqualTo("text/event-stream");
    assertThat(followed.text())
        .startsWith("event: progress\ndata: {\"progress\":")
        .contains("\n\nevent: complete\ndata: {\"id\":\"" + deploy.get().id())
        .endsWith("\n\n")
        .doesNotContain("\r");
  }

  @Test
  void oneThatIsOverIsToldInOneEvent() {
    String id = stage.deploy(check("home", "")).hasStatus(202).id();
    assertThat(stage.client.get(deployment(id, "events")).hasStatus(200).text())
        .startsWith("event: complete\ndata: {\"id\":\"" + id + "\"");
    stage.client.get(deployment(id, null)).hasStatus(200).matchesContract("readDeployment");
    stage.client.send("POST", deployment(id, "cancel"), null).hasStatus(200);
  }

  @Test
  void aPlanIsCarriedOutOnlyAsLongAsItHolds() {
    stage.deploy(check("home", "\"frequency\":10")).hasStatus(202);
    ApiReply plan = stage.dryRun(check("home", "\"frequency\":5")).hasStatus(200);
    String token = plan.at("/plan").asText();
    ApiReply kept = stage.client.get(deployment(token, null)).hasStatus(200);
    assertThat(kept.at("/result/diff/0/changes/0/to").asInt()).isEqualTo(5);
    String path = ProjectFixture.DEPLOY + "?plan=" + token;
    stage.client.post(path, project(check("home", "\"frequency\":15"))).hasStatus(409);
    stage
        .client
        .put("/v1/checks/url/" + stage.id("check", "home"), "{\"frequency\":30}")
        .hasStatus(200);
    stage
        .client
        .post(path, project(check("home", "\"frequency\":5")))
        .hasStatus(409)
        .matchesContract("deployProject");
    assertThat(stage.client.get("/v1/checks").at("/0/frequency").asInt()).isEqualTo(30);
    stage
        .client
        .put("/v1/checks/url/" + stage.id("check", "home"), "{\"frequency\":10}")
        .hasStatus(200);
    stage.client.post(path, project(check("home", "\"frequency\":5"))).hasStatus(202);
    stage.client.post(path, project(check("home", "\"frequency\":5"))).hasStatus(409);
    stage
        .client
        .post(ProjectFixture.DEPLOY + "?plan=" + UUID.randomUUID(), project())
        .isInvalid("/plan");
  }

  @Test
  void aPlanOfNewResourcesHoldsToo() {
    ApiReply plan = stage.dryRun(check("home", "")).hasStatus(200);
    String path = ProjectFixture.DEPLOY + "?plan=" + plan.at("/plan").asText();
    stage.client.post(path, project(check("home", ""))).hasStatus(202);
  }

  @Test
  void oneWhoseInstanceDiedKeepsNobodyWaiting() throws Exception {
    UUID lost = UUID.randomUUID();
    execute(
        """
        INSERT INTO deployments (id, account_id, project, kind, dry_run, status, progress, created_at)
        VALUES (?, ?, 'shop', 'DEPLOY', false, 'RUNNING', 40, now())""",
        lost,
        stage.acme.account());
    stage.deploy(check("home", "")).hasStatus(202);
    ApiReply reply = stage.client.get(deployment(lost.toString(), null)).hasStatus(200);
    assertThat(reply.at("/status").asText()).isEqualTo("FAILED");
    assertThat(reply.at("/error/code").asText()).isEqualTo("LOST");
  }

  @Test
  void aRefusedDeploymentIsKeptWithItsReason() {
    stage.deploy(check("bad", "\"frequency\":7")).hasStatus(400);
    ApiReply list =
        stage
            .client
            .get("/v1/projects/shop/deployments")
            .hasStatus(200)
            .matchesContract("listDeployments");
    assertThat(list.at("/0/status").asText()).isEqualTo("FAILED");
    assertThat(list.at("/0/error/message").asText()).contains("check bad");
  }

  @Test
  void projectsAreListedReadAndDestroyed() {
    stage.deploy(check("home", "")).hasStatus(202);
    ApiReply list = stage.client.get("/v1/projects").hasStatus(200);
    assertThat(list.matchesContract("listProjects").at("/0/logicalId").asText()).isEqualTo("shop");
    assertThat(list.header("content-range")).isEqualTo("0-0/1");
    stage.client.get("/v1/projects/shop").hasStatus(200).matchesContract("readProject");
    String id = stage.id("check", "home");
    ApiReply plan = stage.client.delete("/v1/projects/shop?dryRun=true").hasStatus(200);
    assertThat(ProjectFixture.changes(plan.at("/diff"))).containsExactly("DELETE check home");
    stage.client.get("/v1/checks/" + id).hasStatus(200);
    stage
        .client
        .delete("/v1/projects/shop?preserveResources=true")
        .hasStatus(202)
        .matchesContract("destroyProject");
    stage.client.get("/v1/checks/" + id).hasStatus(200);
    stage.client.get("/v1/projects/shop").isNotFound();
    stage.deploy(check("home", "")).hasStatus(202);
    stage.client.delete("/next/projects/shop").hasStatus(204);
    assertThat(stage.client.get("/v1/checks").json()).hasSize(1);
    stage.client.delete("/next/projects/shop").isNotFound();
  }

  @Test
  void theOlderProtocolGetsTheDiffAtOnce() {
    ApiReply reply =
        stage
            .client
            .post(
                "/next-v2/projects/deploy?dryRun=false&scheduleOnDeploy=true",
                project(check("home", "")))
            .hasStatus(200)
            .matchesContract("deployProjectAtOnce");
    assertThat(reply.at("/project/name").asText()).isEqualTo("Shop");
    assertThat(ProjectFixture.changes(reply.at("/diff"))).containsExactly("CREATE check home");
  }
}
