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

  private final ResultFixture fixture = new ResultFixture();
  private final String path = "/v1/check-statuses/" + fixture.check;
  private final long now = fixture.now();

  @Test
  void saysNothingOfACheckThatHasNeverRun() {
    ApiReply reply = fixture.client.get(path).hasStatus(200).matchesContract("readCheckStatus");
    assertThat(reply.at("/name").asText()).isEqualTo("Home");
    assertThat(reply.at("/hasFailures").asBoolean()).isFalse();
    assertThat(reply.at("/lastCheckRunId").isNull()).isTrue();
    assertThat(reply.at("/longestRun").isNull()).isTrue();
    assertThat(fixture.client.get("/v1/check-statuses").json()).isEmpty();
  }

  @Test
  void leavesOutACheckWhoseRunsWereAllMissed() {
    fixture.rows.add(
        Run.passed(fixture.west, now, 0).with(Verdict.MISSED, Reason.LOCATION_NOT_COVERED, 0));
    assertThat(fixture.client.get("/v1/check-statuses").json()).isEmpty();
  }

  @Test
  void isFailingIfOneLocationFails() {
    fixture.rows.state(fixture.west, Verdict.DEGRADED, now + 5 * DAY + 1_000);
    require(false, true);
    fixture.rows.state(fixture.east, Verdict.FAILED, now + 9 * DAY);
    require(true, false);
    assertThat(fixture.client.get(path).at("/sslDaysRemaining").asInt()).isIn(4, 5);
    fixture
        .rows
        .state(fixture.east, Verdict.PASSED, null)
        .state(fixture.west, Verdict.PASSED, null);
    require(false, false);
  }

  @Test
  void forgetsLocationsThatTheCheckHasLeft() {
    fixture
        .rows
        .state(fixture.west, Verdict.PASSED, null)
        .state(fixture.east, Verdict.FAILED, null);
    require(true, false);
    fixture.rows.schedule(fixture.west).add(Run.passed(fixture.west, now - 5_000, 1));
    fixture.rows.add(Run.passed(fixture.east, now - 1_000, 1));
    require(false, false);
    assertThat(fixture.client.get(path).at("/lastRunLocation").asText()).isEqualTo("eu-west-1");
  }

  @Test
  void tellsTheLastRunAndTheLongestAndShortest() {
    fixture.rows.day(fixture.west, (int) (now / DAY), 10, 1);
    fixture.rows.add(Run.passed(fixture.west, now - 9_000, 42_000));
    fixture.rows.add(Run.passed(fixture.east, now - 8_000, 1_200_000));
    fixture.rows.add(Run.passed(fixture.east, now - 70_000, 1));
    ApiReply reply = fixture.client.get(path).hasStatus(200);
    assertThat(reply.at("/lastRunLocation").asText()).isEqualTo("us-east-1");
    assertThat(reply.at("/lastCheckRunId").asText()).isEqualTo(String.valueOf(now - 8_000));
    assertThat(reply.at("/longestRun").asInt()).isEqualTo(1_200);
    assertThat(reply.at("/shortestRun").asInt()).isEqualTo(42);
    assertThat(reply.at("/hasErrors").asBoolean()).isFalse();
    fixture.rows.add(
        Run.passed(fixture.east, now, 1).with(Verdict.OBSERVER_FAULT, Reason.OBSERVER_STARVED, 0));
    assertThat(fixture.client.get(path).at("/hasErrors").asBoolean()).isTrue();
  }

  @Test
  void listsEveryCheckOnce() {
    String second = fixture.monitor("Second", "");
    fixture.rows.state(fixture.rows.series(second, "eu-west-1"), Verdict.FAILED, null);
    fixture
        .rows
        .state(fixture.west, Verdict.PASSED, null)
        .state(fixture.east, Verdict.PASSED, null);
    ApiReply list = fixture.client.get("/v1/check-statuses").hasStatus(200);
    JsonNode all = list.matchesContract("listCheckStatuses").json();
    assertThat(all).hasSize(2);
    assertThat(all.at("/0/checkId").asText()).isEqualTo(fixture.check);
    assertThat(all.at("/0/hasFailures").asBoolean()).isFalse();
    assertThat(all.at("/1/name").asText()).isEqualTo("Second");
    assertThat(all.at("/1/hasFailures").asBoolean()).isTrue();
  }

  @Test
  void isForThoseWhoMayReadTheCheck() {
    fixture.access().requireForReading(path);
    fixture.access().requireHidden("GET", path, null);
    fixture.access().requireForReading("/v1/check-statuses");
    fixture.client.get("/v1/check-statuses/" + UUID.randomUUID()).isNotFound();
    fixture.client.get("/v1/check-statuses/1").isInvalid("/checkId");
  }

  /** {@code GET /v1/checks?status=}. */
  @Test
  void filtersTheListOfChecks() {
    String second = fixture.monitor("Second", ",\"tags\":[\"x\"]");
    int series = fixture.rows.series(second, "eu-west-1");
    fixture.monitor("Never ran", "");
    fixture
        .rows
        .state(fixture.west, Verdict.PASSED, null)
        .state(fixture.east, Verdict.DEGRADED, null);
    fixture.rows.state(series, Verdict.FAILED, null);
    assertThat(names("status=failing")).isEqualTo("Second 0-0/1");
    assertThat(names("status=degraded")).isEqualTo("Home 0-0/1");
    assertThat(names("status=passing")).isEqualTo(" */0");
    fixture.rows.state(series, Verdict.PASSED, null).state(fixture.east, Verdict.PASSED, null);
    assertThat(names("status=passing")).isEqualTo("HomeSecond 0-1/2");
    assertThat(names("status=passing&tag=x&search=sec")).isEqualTo("Second 0-0/1");
    fixture.client.get("/v1/checks?status=well").isInvalid("/status");
  }

  private String names(String query) {
    ApiReply reply = fixture.client.get("/v1/checks?" + query).hasStatus(200);
    StringBuilder names = new StringBuilder();
    reply.json().forEach(check -> names.append(check.path("name").asText()));
    return names + " " + reply.header("content-range");
  }

  private void require(boolean failing, boolean degraded) {
    ApiReply reply = fixture.client.get(path).hasStatus(200).matchesContract("readCheckStatus");
    assertThat(reply.at("/hasFailures").asBoolean()).isEqualTo(failing);
    assertThat(reply.at("/isDegraded").asBoolean()).isEqualTo(degraded);
  }
}
