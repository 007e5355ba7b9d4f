package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** From an answer of the target to messages that are to be sent, on two instances. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class AlertWatchIT {
  private final TestApp europe = TestApp.start(EngineFixture.probingFrom("eu-west-1"));
  private final TestApp america =
      TestApp.startOn(europe.database().address(), EngineFixture.probingFrom("us-east-1"));
  private final EngineFixture fixture = new EngineFixture(europe);
  private final long channel =
      fixture
          .client
          .post(
              "/v1/alert-channels",
              "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"Hook\",\"url\":\"http://127.0.0.1:9/\"}}")
          .hasStatus(201)
          .json()
          .path("id")
          .asLong();

  @AfterAll
  void stop() {
    fixture.close();
    america.close();
    europe.close();
  }

  private String monitor(String path, String more) {
    return fixture.quickMonitor(
        path,
        "\"alertChannelSubscriptions\":[{\"alertChannelId\":%d,\"activated\":true}],%s"
            .formatted(channel, more));
  }

  private List<String> alerts(String check) {
    ApiReply reply = fixture.client.get("/v1/check-alerts/" + check + "?limit=100").hasStatus(200);
    reply.matchesContract("listAlertsOfCheck");
    List<String> types = new ArrayList<>(reply.json().findValuesAsText("alertType"));
    java.util.Collections.reverse(types);
    return types;
  }

  private void until(String check, int alerts) {
    EngineFixture.until(alerts + " alerts", () -> alerts(check).size() >= alerts);
  }

  @Test
  void aFlappingTargetIsToldOfTurnByTurn() {
    String check = monitor("/flapping", "\"locations\":[\"eu-west-1\"]");
    List<String> expected = new ArrayList<>();
    for (int turn = 0; turn < 3; turn++) {
      fixture.target.breakDown("/flapping");
      until(check, 2 * turn + 1);
      fixture.target.repair("/flapping");
      until(check, 2 * turn + 2);
      expected.addAll(List.of("ALERT_FAILURE", "ALERT_RECOVERY"));
    }
    assertThat(alerts(check)).isEqualTo(expected);
    assertThat(
            fixture.number(
                "SELECT count(*) FROM deliveries d JOIN alerts a ON a.id = d.alert_id"
                    + " WHERE a.check_id = ?::uuid AND d.channel_id = ?",
                check,
                channel))
        .isEqualTo(6);
    JsonNode newest = fixture.client.get("/v1/check-alerts/" + check).json().path(0);
    assertThat(newest.path("runLocation").asText()).isEqualTo("eu-west-1");
    assertThat(newest.path("statusCode").asInt()).isEqualTo(200);
    JsonNode trace = newest.path("trace");
    List<String> steps =
        List.of("scheduledAt", "startedAt", "failedAt", "decidedAt", "queuedAt").stream()
            .map(step -> trace.path(step).asText())
            .toList();
    assertThat(steps).isSorted().allMatch(step -> step.endsWith("Z"));
  }

  @Test
  void locationsOfTwoInstancesDecideTogether() {
    fixture.target.breakDown("/both");
    String check =
        monitor(
            "/both",
            """
            "locations":["eu-west-1","us-east-1"],"runParallel":true,"useGlobalAlertSettings":false,
            "alertSettings":{"runBasedEscalation":{"failedRunThreshold":2},
            "parallelRunFailureThreshold":{"enabled":true,"percentage":100}}\
            """);
    until(check, 1);
    fixture.awaitRuns(check, fixture.runs(check).size() + 4);
    assertThat(alerts(check)).containsExactly("ALERT_FAILURE");
    fixture.target.repair("/both");
    until(check, 2);
    assertThat(alerts(check)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    EngineFixture.until(
        "all is well",
        () ->
            fixture.number("SELECT count(*) FROM alert_states WHERE check_id = ?::uuid", check)
                == 0);
  }

  @Test
  void locationsThatTakeTurnsShareOneState() {
    fixture.target.breakDown("/turns");
    String check = monitor("/turns", "\"locations\":[\"eu-west-1\",\"us-east-1\"]");
    until(check, 1);
    fixture.awaitRuns(check, fixture.runs(check).size() + 3);
    assertThat(alerts(check)).containsExactly("ALERT_FAILURE");
    fixture.target.repair("/turns");
    until(check, 2);
    assertThat(alerts(check)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void aMonitorDeletedWhileItFailsTakesItsAlertsAlong() {
    fixture.target.breakDown("/gone");
    String check = monitor("/gone", "\"locations\":[\"eu-west-1\"]");
    until(check, 1);
    fixture.client.delete("/v1/checks/" + check).hasStatus(204);
    fixture.client.get("/v1/check-alerts/" + check).isNotFound();
    assertThat(fixture.number("SELECT count(*) FROM alerts WHERE check_id = ?::uuid", check))
        .isZero();
  }
}
