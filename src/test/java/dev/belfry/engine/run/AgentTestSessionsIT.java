package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test sessions at a private location that agents alone cover. */
class AgentTestSessionsIT {
  private static final String JOIN = "{\"name\":\"test\",\"mayPing\":false,\"runsTests\":true}";

  private static final String CLAIM = "{\"mayPing\":false,\"most\":5}";

  private static final String LIVING =
      "SELECT count(*) FROM instances WHERE runs_tests AND locations = ARRAY[? || '/cellar']";

  /** A result that fails with a status of 500. */
  private static final String FOUND = "[1,%d,0,2,20,500,0,1000,1,1,0,500,100,\"{}\"]";

  @TempDir private Path directory;
  private final TestApp app = TestApp.shared();
  private final String suite = UUID.randomUUID().toString();
  private EngineFixture acme;
  private EngineFixture other;
  private String key;
  private AgentStream stream;

  @BeforeEach
  void open() {
    acme = new EngineFixture(app);
    other = new EngineFixture(app);
    key = acme.makeCellar().at("/keys/0/rawKey").asText();
    stream = new AgentStream();
  }

  @AfterEach
  void close() {
    stream.close();
    acme.close();
    other.close();
  }

  private AgentLife agent() {
    AgentLife agent = new AgentLife(app.port(), key, directory.resolve("agent"));
    Polling.until("an agent lives", () -> acme.number(LIVING, acme.acme.account().toString()) > 0);
    return agent;
  }

  private String job(String name, String type, String request, String more) {
    return """
        {"logicalId":"%s","checkType":"%s","name":"%s","request":%s,
         "sourceInfo":{"checkRunSuiteId":"%s"}%s}"""
        .formatted(name, type, name, request, suite, more);
  }

  private long runs(String what, String where) {
    return acme.number(
        "SELECT %s FROM test_runs WHERE account_id = ? AND %s".formatted(what, where),
        acme.acme.account());
  }

  private String url(String path) {
    return "{\"url\":\"" + acme.target.url(path) + "\"}";
  }

  private static String session(EngineFixture fixture, String... jobs) {
    return fixture
        .client
        .post(
            "/v1/test-sessions/run",
            """
            {"name":"Shop","shouldRecord":true,"project":{"logicalId":"p"},"sharedFiles":[],
             "runLocation":{"type":"PRIVATE","slugName":"cellar"},"environment":null,
             "streamLogs":false,"refreshCache":false,"checkRunJobs":[%s]}"""
                .formatted(String.join(",", jobs)))
        .hasStatus(202)
        .at("/testSessionId")
        .asText();
  }

  private static ApiReply ended(EngineFixture fixture, String session) {
    return fixture
        .client
        .get("/v1/test-sessions/" + session + "/completion?maxWaitSeconds=30")
        .hasStatus(200)
        .matchesContract("awaitTestSession");
  }

  private static String status(ApiReply session, String name) {
    for (JsonNode result : session.at("/results")) {
      if (result.path("name").asText().equals(name)) {
        return result.path("hasErrors").asBoolean()
            ? "error " + result.path("message").asText()
            : result.path("hasFailures").asBoolean() ? "failed" : "passed";
      }
    }
    throw new AssertionError(session.text());
  }

  @Test
  void anAgentRunsThemWithVariablesAndSecretsAndRetries() {
    acme.client
        .post("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"s3cret-of-acme\",\"secret\":true}")
        .hasStatus(201);
    try (AgentLife agent = agent()) {
      String session =
          session(
              acme,
              job("good", "URL", url("/"), ""),
              job("bad", "URL", url("/broken"), ""),
              job(
                  "again",
                  "URL",
                  url("/recovering"),
                  """
                  ,"testRetryStrategy":{"type":"FIXED","baseBackoffSeconds":0,"maxRetries":2}"""),
              job(
                  "api",
                  "API",
                  """
                  {"url":"%s","method":"GET","headers":[{"key":"X-Token","value":"{{TOKEN}}"}],
                   "assertions":[{"source":"TEXT_BODY","comparison":"EQUALS","target":"no"}]}"""
                      .formatted(acme.target.url("/{{PART}}")),
                  ",\"environmentVariables\":[{\"key\":\"PART\",\"value\":\"from-the-project\"}]"),
              job("gone", "API", "{\"url\":\"{{NONE}}\",\"method\":\"GET\"}", ""));
      ApiReply over = ended(acme, session);
      assertThat(status(over, "good")).as(agent.log()).isEqualTo("passed");
      assertThat(status(over, "bad")).isEqualTo("failed");
      assertThat(status(over, "again")).isEqualTo("passed");
      assertThat(status(over, "api")).isEqualTo("failed");
      assertThat(status(over, "gone")).isNotEqualTo("passed");
      assertThat(acme.target.requests("/recovering")).isEqualTo(2);
      assertThat(acme.target.requests("/from-the-project")).isEqualTo(1);
      assertThat(over.text() + agent.log()).doesNotContain("s3cret-of-acme");
      assertThat(runs("count(*)", "job IS NOT NULL")).isZero();
      for (JsonNode result : over.at("/results")) {
        assertThat(result.path("runLocation").asText()).isEqualTo("cellar");
        String id = result.path("testSessionResultId").asText();
        ApiReply shown =
            acme.client
                .get("/v1/test-sessions/%s/results/%s".formatted(session, id))
                .hasStatus(200)
                .matchesContract("readTestResult");
        assertThat(shown.text()).contains("cellar").doesNotContain("s3cret-of-acme");
      }
    }
  }

  /** A session must not wait until a silent agent counts as dead. */
  @Test
  void anAgentThatStopsGivesItsRunsBack() throws Exception {
    try (StubServer silent = StubServer.plain(StubServer.Conversation::hang);
        AgentLife agent = agent()) {
      session(acme, job("slow", "URL", "{\"url\":\"http://127.0.0.1:" + silent.port() + "\"}", ""));
      Polling.until("it runs", () -> runs("count(*)", "state = 1") == 1);
      assertThat(agent.stop()).as(agent.log()).isEqualTo(143);
      assertThat(runs("count(*)", "state = 0 AND claims = 0")).as(agent.log()).isEqualTo(1);
    }
  }

  @Test
  void anotherAgentBeginsTheRunsOfADeadOne() {
    stream.open(app.port(), key, "1").next();
    stream.ask("join", JOIN);
    String session = session(acme, job("good", "URL", url("/"), ""));
    assertThat(stream.ask("claimTests", CLAIM).at("/answer/runs")).hasSize(1);
    stream.close();
    try (AgentLife agent = agent()) {
      app.database()
          .execute(
              "UPDATE test_runs SET until_ms = 0 WHERE account_id = '%s'"
                  .formatted(acme.acme.account()));
      assertThat(status(ended(acme, session), "good")).as(agent.log()).isEqualTo("passed");
      assertThat(runs("claims", "true")).isEqualTo(2);
    }
  }

  /** The service tells an agent when runs wait, and what is over is taken from no agent. */
  @Test
  void theServiceTellsOfRunsAndTakesEachOnce() {
    assertThat(stream.open(app.port(), key, "1").next().path("tests").asBoolean()).isTrue();
    stream.ask("join", JOIN);
    String session = session(acme, job("good", "URL", url("/"), ""));
    JsonNode event = stream.next();
    while (!event.path("event").asText().equals("tests")) {
      event = stream.next();
    }
    JsonNode run = stream.ask("claimTests", CLAIM).at("/answer/runs/0");
    assertThat(run.path("name").asText()).isEqualTo("good");
    assertThat(stream.ask("claimTests", CLAIM).at("/answer/runs")).isEmpty();
    assertThat(reported(run, FOUND.formatted(acme.now())).at("/answer/held").asBoolean()).isTrue();
    assertThat(status(ended(acme, session), "good")).isEqualTo("failed");
    assertThat(reported(run, FOUND.formatted(acme.now())).at("/answer/held").asBoolean(true))
        .isFalse();
    assertThat(runs("cardinality(attempts)", "true")).isEqualTo(1);
  }

  private JsonNode reported(JsonNode run, String found) {
    return stream.ask(
        "reportTest",
        "{\"run\":\"%s\",\"claim\":%d,\"final\":true,\"message\":\"no\",\"attempt\":%s}"
            .formatted(run.path("run").asText(), run.path("claim").asInt(), found));
  }

  @Test
  void whatAnAgentSaysIsNotTrusted() {
    stream.open(app.port(), key, "1").next();
    stream.ask("join", JOIN);
    session(acme, job("good", "URL", url("/"), ""));
    JsonNode run = stream.ask("claimTests", CLAIM).at("/answer/runs/0");
    for (String wrong :
        new String[] {
          "{}",
          "[]",
          FOUND.formatted(1),
          FOUND.formatted(acme.now()).replace(",2,20,", ",9,20,"),
          FOUND.formatted(acme.now()).replace("\"{}\"", "\"[]\""),
        }) {
      assertThat(reported(run, wrong).at("/error/code").asText()).as(wrong).isEqualTo("INVALID");
    }
    assertThat(stream.ask("holdTests", "{\"runs\":[[\"x\",1]]}").at("/error/code").asText())
        .isEqualTo("INVALID");
    assertThat(runs("count(*)", "state = 1")).isEqualTo(1);
  }

  /** A key of one account reaches no run of another. */
  @Test
  void anAgentReachesNoRunOfAnotherAccount() {
    stream.open(app.port(), key, "1").next();
    stream.ask("join", JOIN);
    session(acme, job("api", "API", "{\"url\":\"https://x.example/\",\"method\":\"GET\"}", ""));
    JsonNode run = stream.ask("claimTests", CLAIM).at("/answer/runs/0");
    String held = "[\"%s\",%d]".formatted(run.path("run").asText(), run.path("claim").asInt());
    long before = state();
    stream.close();
    stream = new AgentStream();
    stream.open(app.port(), other.makeCellar().at("/keys/0/rawKey").asText(), "1").next();
    stream.ask("join", JOIN);
    assertThat(stream.ask("claimTests", CLAIM).at("/answer/runs")).isEmpty();
    assertThat(stream.ask("releaseTests", "{\"runs\":[" + held + "]}").has("answer")).isTrue();
    assertThat(reported(run, FOUND.formatted(acme.now())).at("/answer/held").asBoolean(true))
        .isFalse();
    JsonNode refused =
        stream.ask(
            "completeTest",
            "{\"run\":\"%s\",\"claim\":%d}"
                .formatted(run.path("run").asText(), run.path("claim").asInt()));
    assertThat(refused.at("/error/code").asText()).isEqualTo("INVALID");
    assertThat(state()).isEqualTo(before);
  }

  /** The state, the number of the claim and the attempts of the only run, as one number. */
  private long state() {
    return runs("state * 100 + claims * 10 + cardinality(attempts)", "true");
  }
}
