package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents as processes of their own, on a service that probes nothing itself. */
class AgentIT {
  /** Living agents of the service. */
  private static final String LIVING =
      "SELECT count(*) FROM instances WHERE agent_key IS NOT NULL AND fenced_at IS NULL";

  /** Agents that own all shards of the location. */
  private static final String OWNERS =
      """
      SELECT count(*) FROM instances i WHERE i.fenced_at IS NULL
        AND (SELECT count(*) FROM shards k WHERE k.owner = i.id) >= ?\
      """;

  private static final String CUT_OFF =
      "SELECT count(*) FROM results WHERE attempt = 0 AND verdict < 4 AND at BETWEEN ? AND ?";

  @TempDir private Path directory;
  private TestApp app;
  private EngineFixture fixture;
  private AgentRelay relay;
  private String location;
  private String keyId;
  private String key;

  @BeforeEach
  void open() {
    app = TestApp.start(Map.of("BELFRY_ACCESS_LOG", "off"));
    fixture = new EngineFixture(app);
    relay = new AgentRelay(app.port());
    JsonNode made = fixture.makeCellar().json();
    location = made.path("id").asText();
    keyId = made.path("keys").path(0).path("id").asText();
    key = made.path("keys").path(0).path("rawKey").asText();
  }

  @AfterEach
  void close() {
    relay.close();
    fixture.close();
    app.close();
  }

  private AgentLife agent(String name) {
    return new AgentLife(relay.port(), key, directory.resolve(name));
  }

  private String monitor(String path) {
    return fixture.quickMonitor(path, "\"privateLocations\":[\"cellar\"]");
  }

  /** What comes due before an agent has joined is missed. */
  private void awaitAgent() {
    EngineFixture.until("joined", () -> shown().path("agentCount").asInt() == 1);
  }

  private JsonNode shown() {
    return fixture.client.get("/v1/private-locations/" + location).hasStatus(200).json();
  }

  /** Waits until all that was due by now is accounted for, and finds no difference. */
  private LedgerReport settled(long from) {
    long now = fixture.now();
    EngineFixture.until("accounted for", () -> fixture.ledger(from).to().toEpochMilli() > now);
    EngineFixture.until("no difference", () -> fixture.ledger(from).difference() == 0);
    return fixture.ledger(from);
  }

  @Test
  void runsMonitorsAndHandsThemOver() {
    try (AgentLife agent = agent("one")) {
      awaitAgent();
      String check = monitor("/");
      List<EngineFixture.Stored> runs = fixture.awaitRuns(check, 4);
      assertThat(runs).extracting(EngineFixture.Stored::location).containsOnly("cellar");
      assertThat(runs).extracting(EngineFixture.Stored::verdict).containsOnly(Verdict.PASSED);
      assertThat(shown().path("agentCount").asInt()).isEqualTo(1);
      assertThat(shown().path("lastSeen").asText()).isNotEmpty();
      long from = fixture.now();
      LedgerReport report = settled(from);
      assertThat(report.missed()).isEmpty();
      assertThat(agent.stop()).as(agent.log()).isEqualTo(143);
      assertThat(fixture.number(LIVING)).as(agent.log()).isZero();
    }
  }

  @Test
  void anotherAgentTakesOverWithinFiveSeconds() {
    try (AgentLife first = agent("one");
        AgentLife second = agent("two")) {
      EngineFixture.until("joined", () -> fixture.number(LIVING) == 2);
      String check = monitor("/");
      EngineFixture.until("both share", () -> fixture.number(OWNERS, 16) == 2);
      long from = fixture.now();
      long killed = fixture.now();
      first.kill();
      EngineFixture.until("one has them all", () -> fixture.number(OWNERS, 32) == 1);
      assertThat(fixture.now() - killed).as("milliseconds to take over").isLessThan(5_000);
      int before = fixture.runs(check).size();
      fixture.awaitRuns(check, before + 2);
      assertThat(settled(from).difference()).as(second.log()).isZero();
    }
  }

  @Test
  void runsOnWhileTheServiceIsOutOfReachAndAfterADeath() {
    try (AgentLife agent = agent("one")) {
      awaitAgent();
      runsOnWhileTheServiceIsOutOfReach(agent);
    }
  }

  private void runsOnWhileTheServiceIsOutOfReach(AgentLife agent) {
    String check = monitor("/");
    fixture.awaitRuns(check, 2);
    long from = fixture.now();
    relay.cut();
    long cut = fixture.now();
    EngineFixture.until("probes go on", () -> fixture.target.requests("/") > 12);
    String added = fixture.monitor("/added", "\"privateLocations\":[\"cellar\"]");
    long mended = fixture.now();
    assertThat(fixture.number(CUT_OFF, cut + 1_000, mended)).as("results so far").isZero();
    relay.mend();
    EngineFixture.until("sent", () -> fixture.number(CUT_OFF, cut + 1_000, mended - 1_000) > 0);
    fixture.awaitRuns(added, 1);
    assertThat(settled(from).missedInAll()).as(agent.log()).isLessThanOrEqualTo(1);
    relay.cut();
    long again = fixture.now();
    long probes = fixture.target.requests("/");
    EngineFixture.until("probes go on", () -> fixture.target.requests("/") > probes + 4);
    long died = fixture.now();
    agent.kill();
    relay.mend();
    try (AgentLife next = agent("one")) {
      EngineFixture.until(
          "the next one runs",
          () -> fixture.number(OWNERS, 32) == 1 && fixture.number(LIVING) == 1);
      EngineFixture.until(
          "runs again",
          () -> fixture.runs(check).stream().anyMatch(one -> one.at() > died + 3_000));
      assertThat(settled(from).difference()).as(next.log()).isZero();
      assertThat(fixture.number(CUT_OFF, again + 1_000, died - 1_000)).as(next.log()).isPositive();
    }
  }

  @Test
  void aRevokedKeyGetsNothing() {
    try (AgentLife agent = agent("one")) {
      String check = monitor("/");
      fixture.awaitRuns(check, 1);
      long revoked = fixture.now();
      fixture
          .client
          .delete("/v1/private-locations/%s/keys/%s".formatted(location, keyId))
          .hasStatus(204);
      assertThat(fixture.number(LIVING)).as("fenced with the revocation").isZero();
      assertThat(agent.await()).as(agent.log()).isEqualTo(3);
      assertThat(fixture.now() - revoked).as("milliseconds until it was told").isLessThan(3_000);
      assertThat(agent.log()).contains("the key was revoked").doesNotContain(key);
    }
  }

  /** The key of the certificate comes with the request, and goes nowhere else. */
  @Test
  void provesItselfWithAClientCertificate() {
    try (MutualTlsServer shop = new MutualTlsServer("TLSv1.2", "TLSv1.3");
        AgentLife agent = agent("one")) {
      fixture.client.post("/v1/client-certificates", shop.clientCertificate("acme")).hasStatus(201);
      awaitAgent();
      String check =
          fixture
              .client
              .post(
                  "/v1/checks/api",
                  """
                  {"name":"Orders","frequency":0,"frequencyOffset":10,
                   "privateLocations":["cellar"],"request":{"url":"%s","assertions":[
                     {"source":"TEXT_BODY","comparison":"EQUALS","target":"CN=acme"}]}}"""
                      .formatted(shop.url()))
              .hasStatus(201)
              .id();
      EngineFixture.until(
          "it passes",
          () -> fixture.runs(check).stream().anyMatch(run -> run.verdict() == Verdict.PASSED));
      assertThat(agent.log()).doesNotContain("PRIVATE");
    }
  }

  @Test
  void runsApiChecksWithSecretsThatNoFileHolds() throws Exception {
    fixture
        .client
        .post("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"s3cret-of-acme\",\"secret\":true}")
        .hasStatus(201);
    try (AgentLife agent = agent("one")) {
      awaitAgent();
      String check =
          fixture
              .client
              .post(
                  "/v1/checks/api",
                  """
                {"name":"Api","frequency":0,"frequencyOffset":10,"privateLocations":["cellar"],
                 "request":{"url":"%s","headers":[{"key":"X-Token","value":"{{TOKEN}}"}]}}"""
                      .formatted(fixture.target.url("/api")))
              .hasStatus(201)
              .id();
      List<EngineFixture.Stored> runs = fixture.awaitRuns(check, 1);
      assertThat(runs.get(0).verdict()).as(agent.log()).isEqualTo(Verdict.PASSED);
      assertThat(runs.get(0).reason()).isEqualTo(Reason.NONE);
      assertThat(agent.log()).doesNotContain("s3cret");
    }
  }
}
