package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** ICMP monitors from the API to their results, on a network of pings in memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class IcmpMonitorRunsIT {
  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(app);

  @AfterAll
  void stop() {
    fixture.close();
    app.close();
  }

  private String monitor(String assertion) {
    return fixture
        .client
        .post(
            "/v1/checks/icmp",
            """
            {"name":"Router","frequency":0,"frequencyOffset":10,
             "request":{"hostname":"127.0.0.1","pingCount":2,"assertions":[%s]}}"""
                .formatted(assertion))
        .hasStatus(201)
        .id();
  }

  private JsonNode result(String check) {
    ApiReply listed =
        fixture
            .client
            .get("/v2/check-results/" + check)
            .hasStatus(200)
            .matchesContract("listCheckResults");
    return listed.at("/entries/0");
  }

  @Test
  void aPassKeepsItsFigures() {
    String check =
        monitor(
            "{\"source\":\"LATENCY\",\"property\":\"max\",\"comparison\":\"LESS_THAN\","
                + "\"target\":\"100\"}");
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(run.responseMicros()).isBetween(12_500L, 100_000L);
    JsonNode icmp = result(check).path("icmpCheckResult");
    assertThat(icmp.at("/response/packetsReceived").asInt()).isEqualTo(2);
    assertThat(icmp.at("/assertions/0/actual").asDouble()).isBetween(12.5, 100.0);
    EngineFixture.until(
        "the overview names the host",
        () ->
            fixture
                .client
                .get("/v1/check-overview?checkId=" + check)
                .at("/entries/0/url")
                .asText()
                .equals("127.0.0.1"));
  }

  @Test
  void aFailureNamesTheAssertionAndIsAlerted() {
    String check =
        monitor(
            "{\"source\":\"LATENCY\",\"property\":\"avg\",\"comparison\":\"LESS_THAN\","
                + "\"target\":\"1\"}");
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.reason()).isEqualTo(Reason.ASSERTION);
    JsonNode result = result(check);
    assertThat(result.path("message").asText()).contains("latency", "avg", "less than");
    assertThat(result.at("/icmpCheckResult/response/pingResults/1/rtt").asDouble())
        .isBetween(12.5, 100.0);
    JsonNode alert =
        fixture.client.get("/v2/check-alerts?checkId=" + check).hasStatus(200).at("/entries/0");
    assertThat(alert.path("error").asText()).contains("latency");
  }

  @Test
  void canBeTested() {
    ApiReply test =
        fixture
            .client
            .post(
                "/v1/check-tests/icmp",
                "{\"request\":{\"hostname\":\"127.0.0.1\",\"pingCount\":1}}")
            .hasStatus(200)
            .matchesContract("testIcmpMonitor");
    assertThat(test.at("/hasFailures").asBoolean()).isFalse();
    assertThat(test.at("/responseTime").asInt()).isBetween(12, 100);
    assertThat(test.at("/address").asText()).isEqualTo("127.0.0.1");
  }
}
