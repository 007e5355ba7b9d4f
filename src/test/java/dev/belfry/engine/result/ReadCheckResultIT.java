package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-results/{checkId}/{resultId}}. */
class ReadCheckResultIT {
  private final ResultFixture fixture = new ResultFixture();
  private final long now = fixture.now();

  @Test
  void showsWhatCameBack() {
    Run run = Run.failed(fixture.west, now).with(Verdict.FAILED, Reason.ASSERTION, 503);
    fixture
        .rows
        .add(run)
        .detail(
            run,
            """
            {"message":"Expected 200, got 503","url":"https://e.org/now","address":"203.0.113.7:443",
             "location":"eu-central-1","statusText":"Service Unavailable","body":"Sorry",
             "headers":[["a","1"],["b","2"],["a","3"]],"redirects":["https://e.org/then"],
             "assertions":[{"comparison":"EQUALS","target":"200","actual":503,"passed":false},
               {"comparison":"LESS_THAN","target":"600","actual":503,"passed":true}]}""");
    ApiReply reply = read(fixture.west, 0).hasStatus(200).matchesContract("readCheckResult");
    assertThat(reply.id()).isEqualTo(guid(fixture.west, 0));
    assertThat(reply.at("/name").asText()).isEqualTo("Home");
    assertThat(reply.at("/hasFailures").asBoolean()).isTrue();
    assertThat(reply.at("/runLocation").asText()).isEqualTo("eu-central-1");
    assertThat(reply.at("/checkRunId").asLong()).isEqualTo(now);
    assertThat(reply.at("/responseTime").asInt()).isEqualTo(20);
    assertThat(reply.at("/message").asText()).isEqualTo("Expected 200, got 503");
    assertThat(reply.at("/apiCheckResult/requestError").isNull()).isTrue();
    assertThat(reply.at("/apiCheckResult/request/url").asText()).isEqualTo("https://e.org/now");
    assertThat(reply.at("/apiCheckResult/response/headers").toString())
        .isEqualTo("{\"a\":\"1, 3\",\"b\":\"2\"}");
    assertThat(reply.at("/apiCheckResult/response/timingPhases").toString())
        .isEqualTo(
            """
            {"wait":0.0,"dns":1.0,"tcp":2.0,"tls":3.0,"firstByte":4.0,"download":0.5,"total":20.0}""");
    assertThat(reply.at("/apiCheckResult/response/timings/response").asDouble()).isEqualTo(10.0);
    assertThat(reply.at("/apiCheckResult/assertions/0/error").asText())
        .isEqualTo("expected status code equal to 200, got 503");
    assertThat(reply.at("/apiCheckResult/assertions/1/error").isNull()).isTrue();
  }

  @Test
  void showsWhyNothingCameBack() {
    Run run = Run.failed(fixture.west, now);
    fixture.rows.add(run.with(Verdict.FAILED, Reason.CONNECT_TIMEOUT, 0));
    ApiReply reply = read(fixture.west, 0).hasStatus(200).matchesContract("readCheckResult");
    assertThat(reply.at("/overMaxResponseTime").asBoolean()).isTrue();
    assertThat(reply.at("/reason").asText()).isEqualTo("CONNECT_TIMEOUT");
    assertThat(reply.at("/apiCheckResult/response").isNull()).isTrue();
    assertThat(reply.at("/apiCheckResult/requestError").asText())
        .isEqualTo("Timed out while connecting");
    assertThat(reply.at("/apiCheckResult/request/url").asText()).isEqualTo("https://e.org/");
  }

  @Test
  void showsAttemptsAndWhatTheyLedTo() {
    fixture.rows.add(Run.passed(fixture.west, now, 1));
    fixture.rows.add(Run.failed(fixture.west, now).attempt(1));
    fixture.rows.add(Run.failed(fixture.west, now).attempt(2));
    ApiReply last = read(fixture.west, 0).hasStatus(200);
    assertThat(last.at("/attempts").asInt()).isEqualTo(2);
    assertThat(last.at("/resultType").asText()).isEqualTo("FINAL");
    ApiReply second = read(fixture.west, 2).hasStatus(200).matchesContract("readCheckResult");
    assertThat(second.at("/attempts").asInt()).isEqualTo(1);
    assertThat(second.at("/resultType").asText()).isEqualTo("ATTEMPT");
    assertThat(second.at("/hasFailures").asBoolean()).isTrue();
    assertThat(second.at("/sequenceId")).isEqualTo(last.at("/id"));
  }

  @Test
  void knowsNoResultOfAnotherCheckOrNone() {
    fixture.rows.add(Run.passed(fixture.west, now, 1));
    String other = fixture.monitor("Other", "");
    fixture.client.get("/v1/check-results/" + other + "/" + guid(fixture.west, 0)).isNotFound();
    read(fixture.west, 1).isNotFound();
    read(fixture.east, 0).isNotFound();
    UUID alike = UUID.fromString(guid(fixture.west, 0).replace("-8", "-7"));
    fixture.client.get("/v1/check-results/" + fixture.check + "/" + alike).isNotFound();
    fixture.client.get("/v1/check-results/" + fixture.check + "/x").isInvalid("/resultId");
    String path = "/v1/check-results/" + fixture.check + "/" + guid(fixture.west, 0);
    fixture.access().requireForReading(path);
    fixture.access().requireHidden("GET", path, null);
  }

  /** What is deleted cannot be read, although its rows go only with their day. */
  @Test
  void forgetsTheResultsOfADeletedCheck() {
    fixture.rows.add(Run.passed(fixture.west, now, 1));
    read(fixture.west, 0).hasStatus(200);
    fixture.client.delete("/v1/checks/" + fixture.check).hasStatus(204);
    read(fixture.west, 0).isNotFound();
  }

  private ApiReply read(int series, int attempt) {
    return fixture.client.get("/v1/check-results/" + fixture.check + "/" + guid(series, attempt));
  }

  private String guid(int series, int attempt) {
    return new ResultId(now, series, attempt).toGuid().toString();
  }
}
