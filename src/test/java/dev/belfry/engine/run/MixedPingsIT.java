package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ClockWait;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two instances of the same locations, of which the system lets one send pings. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class MixedPingsIT {
  private static final int MONITORS = 8;

  private final TestApp silent = TestApp.startWithoutPings(EngineFixture.probingFrom("all"));
  private final TestApp pinging =
      TestApp.startOn(silent.database().address(), EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(silent);

  @AfterAll
  void stop() {
    fixture.close();
    pinging.close();
    silent.close();
  }

  private static boolean hasPassed(List<Stored> runs) {
    return !runs.isEmpty() && runs.get(runs.size() - 1).verdict() == Verdict.PASSED;
  }

  @Test
  void everyRunIsMadeWhereItMayBe() {
    List<String> checks =
        IntStream.range(0, MONITORS)
            .mapToObj(
                n ->
                    fixture
                        .client
                        .post(
                            "/v1/checks/icmp",
                            """
                            {"name":"Router","frequency":0,"frequencyOffset":10,
                             "request":{"hostname":"127.0.0.1","pingCount":1}}""")
                        .hasStatus(201)
                        .id())
            .toList();
    for (String check : checks) {
      EngineFixture.until("a ping of " + check, () -> hasPassed(fixture.runs(check)));
    }
    String other = fixture.monitor("/", "");
    List<Integer> before = checks.stream().map(check -> fixture.runs(check).size()).toList();
    for (int i = 0; i < MONITORS; i++) {
      List<Stored> later = fixture.awaitRuns(checks.get(i), before.get(i) + 2);
      assertThat(later.subList(before.get(i), later.size()))
          .extracting(Stored::verdict)
          .containsOnly(Verdict.PASSED);
    }
    assertThat(fixture.awaitRuns(other, 1).get(0).verdict()).isEqualTo(Verdict.PASSED);
    assertThat(
            fixture.number("SELECT count(DISTINCT owner) FROM shards WHERE location = 'default'"))
        .as("instances at work")
        .isEqualTo(2);
  }

  @Test
  void testsOfCommandLinesAreRunThereToo() {
    String suite = UUID.randomUUID().toString();
    String jobs =
        IntStream.range(0, MONITORS)
            .mapToObj(
                n ->
                    """
                    {"logicalId":"r%d","checkType":"ICMP","name":"R%d",
                     "request":{"hostname":"127.0.0.1","pingCount":1},
                     "sourceInfo":{"checkRunSuiteId":"%s"}}"""
                        .formatted(n, n, suite))
            .collect(Collectors.joining(","));
    String session =
        fixture
            .client
            .post(
                "/v1/test-sessions/run",
                """
                {"name":"Pings","shouldRecord":true,"project":{"logicalId":"p"},"sharedFiles":[],
                 "runLocation":{"type":"PUBLIC","region":"eu-west-1"},"environment":null,
                 "streamLogs":false,"refreshCache":false,"checkRunJobs":[%s]}"""
                    .formatted(jobs))
            .hasStatus(202)
            .at("/testSessionId")
            .asText();
    JsonNode over =
        fixture
            .client
            .get("/v1/test-sessions/" + session + "/completion?maxWaitSeconds=30")
            .hasStatus(200)
            .json();
    assertThat(over.path("status").asText()).as(over.toString()).isEqualTo("PASSED");
  }

  @Test
  void settingsAreTestedThereToo() {
    for (TestApp app : List.of(silent, pinging)) {
      JsonNode tested =
          app.as(fixture.acme)
              .post(
                  "/v1/check-tests/icmp",
                  "{\"request\":{\"hostname\":\"127.0.0.1\",\"pingCount\":2}}")
              .hasStatus(200)
              .matchesContract("testIcmpMonitor")
              .json();
      assertThat(tested.path("hasErrors").asBoolean()).as(tested.toString()).isFalse();
      assertThat(tested.path("hasFailures").asBoolean()).isFalse();
      assertThat(tested.path("address").asText()).isEqualTo("127.0.0.1");
    }
    assertThat(fixture.number("SELECT count(*) FROM test_sessions WHERE provider = 'TEST'"))
        .isZero();
  }
}
