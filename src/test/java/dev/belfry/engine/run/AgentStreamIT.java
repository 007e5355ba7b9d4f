package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.app.TestApp;
import dev.belfry.engine.agent.protocol.AgentProtocol;
import io.vertx.core.http.UpgradeRejectedException;
import java.io.InputStream;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The protocol of agents: what it was in each version, and what a hostile agent gets from it. */
class AgentStreamIT {
  private static final String SERIES =
      "SELECT id FROM series WHERE check_id = ?::uuid AND location = ?";

  private static final String SLOT =
      """
      SELECT c.phase_ms
        + ((greatest(epoch_millis(), c.from_ms) - c.phase_ms) / c.period_ms + 1) * c.period_ms
      FROM schedules c WHERE c.series_id = ?::int AND c.until_ms IS NULL\
      """;

  private static final String STORED = "SELECT count(*) FROM results WHERE series_id = ?::int";

  private final TestApp app = TestApp.shared();
  private EngineFixture acme;
  private EngineFixture other;
  private JsonNode location;
  private String key;
  private AgentStream stream;

  @BeforeEach
  void open() {
    acme = new EngineFixture(app);
    other = new EngineFixture(app);
    location = made(acme);
    key = location.path("keys").path(0).path("rawKey").asText();
    stream = new AgentStream();
  }

  @AfterEach
  void close() {
    stream.close();
    acme.close();
    other.close();
  }

  private static JsonNode made(EngineFixture fixture) {
    return fixture.makeCellar().json();
  }

  private static String monitor(EngineFixture fixture) {
    return fixture.monitor("/", "\"privateLocations\":[\"cellar\"]");
  }

  private AgentStream connected() {
    stream.open(app.port(), key, "1");
    assertThat(stream.next().path("event").asText()).isEqualTo("hello");
    return stream;
  }

  private long joined() {
    return connected()
        .ask("join", "{\"name\":\"test\",\"mayPing\":false}")
        .at("/answer/instance")
        .asLong();
  }

  private UpgradeRejectedException refused(String offered, String protocol) {
    return catchThrowableOfType(
        UpgradeRejectedException.class, () -> stream.open(app.port(), offered, protocol));
  }

  private static String result(long series, long at) {
    return "[%d,%d,0,0,0,200,5,1000,1,1,0,500,100]".formatted(series, at);
  }

  private JsonNode sent(long agent, String frame) {
    return stream.ask("results", "{\"instance\":%d,\"frames\":[%s]}".formatted(agent, frame));
  }

  @Test
  void opensForTheKeyOfALocationAndThatKeyOpensNothingElse() {
    assertThat(refused("pl_0123456789abcdef0123456789abcdef", "1").getStatus()).isEqualTo(401);
    assertThat(refused(acme.acme.key(), "1").getStatus()).isEqualTo(401);
    assertThat(refused(key, "0").getBody().toString()).contains("upgrade the agent");
    assertThat(refused(key, "one").getStatus()).isEqualTo(400);
    app.client().withKey(key).get("/v1/private-locations").isUnauthorized();
    assertThat(stream.open(app.port(), key, "7").next().path("protocol").asInt())
        .as("a newer agent gets the version of the service")
        .isEqualTo(AgentProtocol.VERSION);
  }

  @Test
  void aResultCountsOnceAndOnlyForARunOfTheLocation() {
    String own = monitor(acme);
    long series = acme.number(SERIES, own, "cellar");
    made(other);
    long foreign = other.number(SERIES, monitor(other), "cellar");
    long slot = acme.number(SLOT, series);
    long agent = joined();
    String frame = "{\"results\":[" + result(series, slot) + "],\"newer\":{}}";
    assertThat(sent(agent, frame).at("/answer/refused").asInt(-1)).isZero();
    assertThat(sent(agent, frame).at("/answer/refused").asInt(-1)).as("again").isZero();
    assertThat(acme.number(STORED, series)).isEqualTo(1);
    String wrong =
        "{\"results\":[%s,%s],\"ended\":[[%d,%d]],\"states\":[[%d,2,%d,null]]}"
            .formatted(
                result(series, slot + 1), result(foreign, slot), foreign, slot, foreign, slot);
    assertThat(sent(agent, wrong).at("/answer/refused").asInt()).isEqualTo(2);
    sent(agent, "{\"missed\":[[%d,%d,%d,10000,201]]}".formatted(foreign, slot, slot));
    assertThat(other.number(STORED, foreign)).isZero();
    assertThat(other.number("SELECT count(*) FROM series_states WHERE series_id = ?", foreign))
        .isZero();
    assertThat(sent(agent + 1_000, frame).at("/answer/fenced").asBoolean()).isTrue();
  }

  @Test
  void refusesWhatNoAgentWouldSend() {
    String own = monitor(acme);
    long series = acme.number(SERIES, own, "cellar");
    long agent = joined();
    long now = acme.now();
    for (String frame :
        new String[] {
          "{\"results\":[" + result(series, now + 3_600_000) + "]}",
          "{\"results\":[" + result(series, now - 86_400_000) + "]}",
          "{\"results\":[[" + series + "," + now + ",0,9,0,200,5,1,1,1,1,1,1]]}",
          "{\"results\":[[" + series + "," + now + ",0,0,0,200,5,1,1,1,1,1,1,\"no json\"]]}",
          "{\"results\":{}}",
          "{\"missed\":[[" + series + ",0," + now / 1_000 * 1_000 + ",1,201]]}",
          "{\"marks\":[[99,5]]}",
          "[]"
        }) {
      assertThat(sent(agent, frame).at("/error/code").asText()).as(frame).isEqualTo("INVALID");
    }
    assertThat(stream.ask("drop", "{}").at("/error/code").asText()).isEqualTo("INVALID");
    assertThat(stream.ask("complete", "{\"check\":\"" + own + "\"}").at("/error/code").asText())
        .as("it is no API check")
        .isEqualTo("INVALID");
    assertThat(
            stream
                .ask("complete", "{\"check\":\"" + UUID.randomUUID() + "\"}")
                .at("/error/code")
                .asText())
        .isEqualTo("INVALID");
    assertThat(stream.ask("load", "{\"shards\":[[32,0]]}").at("/error/message").asText())
        .contains("0 to 31");
    stream.send("x".repeat(AgentProtocol.MESSAGE_BYTES + 1));
    assertThat(stream.closedWith()).isEqualTo(AgentProtocol.PROTOCOL_ERROR);
  }

  @Test
  void anOldAgentRunsNoTestSessionsWhichEndAtOnceAndSayWhy() {
    joined();
    String session =
        acme.client
            .post(
                "/v1/test-sessions/run",
                """
                {"name":"Shop","shouldRecord":true,"project":{"logicalId":"p"},"sharedFiles":[],
                 "runLocation":{"type":"PRIVATE","slugName":"cellar"},"environment":null,
                 "streamLogs":false,"refreshCache":false,"checkRunJobs":[
                   {"logicalId":"a","checkType":"URL","name":"A","request":{"url":"%s"},
                    "sourceInfo":{"checkRunSuiteId":"%s"}}]}"""
                    .formatted(acme.target.url("/"), UUID.randomUUID()))
            .hasStatus(202)
            .at("/testSessionId")
            .asText();
    JsonNode over =
        acme.client
            .get("/v1/test-sessions/" + session + "/completion?maxWaitSeconds=20")
            .hasStatus(200)
            .json();
    assertThat(over.at("/results/0/hasErrors").asBoolean()).as(over.toString()).isTrue();
    assertThat(over.at("/results/0/message").asText())
        .startsWith("The agents of cellar run no test sessions: upgrade them");
  }

  @Test
  void aRevokedKeyEndsTheStreamWithinASecond() {
    long agent = joined();
    long series = acme.number(SERIES, monitor(acme), "cellar");
    acme.client
        .delete(
            "/v1/private-locations/%s/keys/%s"
                .formatted(
                    location.path("id").asText(),
                    location.path("keys").path(0).path("id").asText()))
        .hasStatus(204);
    long revoked = System.nanoTime();
    String frame = "{\"results\":[" + result(series, acme.number(SLOT, series)) + "]}";
    stream.send(
        "{\"id\":99,\"op\":\"results\",\"body\":{\"instance\":%d,\"frames\":[%s]}}"
            .formatted(agent, frame));
    assertThat(stream.closedWith()).isEqualTo(AgentProtocol.KEY_REVOKED);
    assertThat((System.nanoTime() - revoked) / 1_000_000).as("milliseconds").isLessThan(1_000);
    assertThat(acme.number(STORED, series)).isZero();
    assertThat(refused(key, "1").getStatus()).isEqualTo(401);
  }

  /** Each line: an operation, its body, and a pointer to what an agent of version 1 needs of it. */
  @Test
  void anAgentOfVersionOneWorks() throws Exception {
    String own = monitor(acme);
    long series = acme.number(SERIES, own, "cellar");
    long slot = acme.number(SLOT, series);
    long agent = joined();
    JsonNode exchanges;
    try (InputStream file = AgentStreamIT.class.getResourceAsStream("agent-version-1.json")) {
      exchanges = new ObjectMapper().readTree(file);
    }
    assertThat(exchanges.size()).isPositive();
    for (JsonNode one : exchanges) {
      String body =
          one.path("body")
              .toString()
              .replace("\"AGENT\"", String.valueOf(agent))
              .replace("\"SERIES\"", String.valueOf(series))
              .replace("\"SLOT\"", String.valueOf(slot))
              .replace("CHECK", own);
      JsonNode answer = stream.ask(one.path("op").asText(), body);
      for (JsonNode pointer : one.path("needs")) {
        assertThat(answer.at(pointer.asText()).isMissingNode())
            .as("%s of %s", pointer, answer)
            .isFalse();
      }
    }
    assertThat(acme.number(STORED, series)).isEqualTo(1);
  }
}
