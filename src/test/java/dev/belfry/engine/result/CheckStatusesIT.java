package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-statuses} and {@code GET /v1/check-statuses/{checkId}}. */
class CheckStatusesIT {
  private static final long DAY = 86_400_000;

  private final ResultFixture stage = new ResultFixture();
  private final String path = "/v1/check-statuses/" + stage.check;
  private final long now = stage.now();

  @Test
  void saysNothingOfACheckThatHasNeverRun() {
    ApiReply reply = stage.client.get(path).hasStatus(200).matchesContract("readCheckStatus");
    assertThat(reply.at("/name").asText()).isEqualTo("Home");
    assertThat(reply.at("/hasFailures").asBoolean()).isFalse();
    assertThat(reply.at("/lastCheckRunId").isNull()).isTrue();
    assertThat(reply.at("/longestRun").isNull()).isTrue();
  }

  @Test
  void isFailingIfOneLocationFails() {
    stage.rows.state(stage.west, Verdict.DEGRADED, now + 5 * DAY + 1_000);
    require(false, true);
    stage.rows.state(stage.east, Verdict.FAILED, now + 9 * DAY);
    require(true, false);
    assertThat(stage.client.get(path).at("/sslDaysRemaining").asInt()).isIn(4, 5);
    stage.rows.state(stage.east, Verdict.PASSED, null).state(stage.west, Verdict.PASSED, null);
    require(false, false);
  }

  @Test
  void forgetsLocationsThatTheCheckHasLeft() {
    stage.rows.state(stage.west, Verdict.PASSED, null).state(stage.east, Verdict.FAILED, null);
    require(true, false);
    stage.rows.schedule(stage.west).add(Run.passed(stage.west, now - 5_000, 1));
    stage.rows.add(Run.passed(stage.east, now - 1_000, 1));
    require(false, false);
    assertThat(stage.client.get(path).at("/lastRunLocation").asText()).isEqualTo("eu-west-1");
  }

  @Test
  void tellsTheLastRunAndTheLongestAndShortest() {
    stage.rows.day(stage.west, (int) (now / DAY), 10, 1);
    stage.rows.add(Run.passed(stage.west, now - 9_000, 42_000));
    stage.rows.add(Run.passed(stage.east, now - 8_000, 1_200_000));
    stage.rows.add(Run.passed(stage.east, now - 70_000, 1));
    ApiReply reply = stage.client.get(path).hasStatus(200);
    assertThat(reply.at("/lastRunLocation").asText()).isEqualTo("us-east-1");
    assertThat(reply.at("/lastCheckRunId").asText()).isEqualTo(String.valueOf(now - 8_000));
    assertThat(reply.at("/longestRun").asInt()).isEqualTo(1_200);
    assertThat(reply.at("/shortestRun").asInt()).isEqualTo(42);
    assertThat(reply.at("/hasErrors").asBoolean()).isFalse();
    stage.rows.add(
        Run.passed(stage.east, now, 1).with(Verdict.OBSERVER_FAULT, Reason.OBSERVER_STARVED, 0));
    assertThat(stage.client.get(path).at("/hasErrors").asBoolean()).isTrue();
  }

  @Test
  void listsEveryCheckOnce() {
    String second = stage.monitor("Second", "");
    stage.rows.state(stage.rows.series(second, "eu-west-1"), Verdict.FAILED, null);
    stage.rows.state(stage.west, Verdict.PASSED, null).state(stage.east, Verdict.PASSED, null);
    ApiReply list = stage.client.get("/v1/check-statuses").hasStatus(200);
    JsonNode all = list.matchesContract("listCheckStatuses").json();
    assertThat(all).hasSize(2);
    assertThat(all.at("/0/checkId").asText()).isEqualTo(stage.check);
    assertThat(all.at("/0/hasFailures").asBoolean()).isFalse();
    assertThat(all.at("/1/name").asText()).isEqualTo("Second");
    assertThat(all.at("/1/hasFailures").asBoolean()).isTrue();
  }

  @Test
  void isForThoseWhoMayReadTheCheck() {
    stage.access().requireForReading(path);
    stage.access().requireHidden("GET", path, null);
    stage.access().requireForReading("/v1/check-statuses");
    stage.client.get("/v1/check-statuses/" + UUID.randomUUID()).isNotFound();
    stage.client.get("/v1/check-statuses/1").isInvalid("/checkId");
  }

  /** {@code GET /v1/checks?status=}. */
  @Test
  void filtersTheListOfChecks() {
    String second = stage.monitor("Second", ",\"tags\":[\"x\"]");
    int series = stage.rows.series(second, "eu-west-1");
    stage.monitor("Never ran", "");
    stage.rows.state(stage.west, Verdict.PASSED, null).state(stage.east, Verdict.DEGRADED, null);
    stage.rows.state(series, Verdict.FAILED, null);
    assertThat(names("status=failing")).isEqualTo("Second 0-0/1");
    assertThat(names("status=degraded")).isEqualTo("Home 0-0/1");
    assertThat(names("status=passing")).isEqualTo(" */0");
    stage.rows.state(series, Verdict.PASSED, null).state(stage.east, Verdict.PASSED, null);
    assertThat(names("status=passing")).isEqualTo("HomeSecond 0-1/2");
    assertThat(names("status=passing&tag=x&search=sec")).isEqualTo("Second 0-0/1");
    stage.client.get("/v1/checks?status=well").isInvalid("/status");
  }

  private String names(String query) {
    ApiReply reply = stage.client.get("/v1/checks?" + query).hasStatus(200);
    StringBuilder names = new StringBuilder();
    reply.json().forEach(check -> names.append(check.path("name").asText()));
    return names + " " + reply.header("content-range");
  }

  private void require(boolean failing, boolean degraded) {
    ApiReply reply = stage.client.get(path).hasStatus(200).matchesContract("readCheckStatus");
    assertThat(reply.at("/hasFailures").asBoolean()).isEqualTo(failing);
    assertThat(reply.at("/isDegraded").asBoolean()).isEqualTo(degraded);
  }
}
