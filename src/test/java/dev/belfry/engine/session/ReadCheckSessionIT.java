package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.engine.session.SessionFixture.Run;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v2/check-sessions/{id}}. */
class ReadCheckSessionIT {
  private final SessionFixture fixture = new SessionFixture();
  private final String session = fixture.session();
  private final List<Run> runs = fixture.runs(session);

  private ApiReply read() {
    return fixture.client.get(session).hasStatus(200).matchesContract("readCheckSession");
  }

  @Test
  void showsTheResultsThereAreSoFar() {
    ApiReply reply = read();
    assertThat(reply.at("/status").asText()).isEqualTo("PROGRESS");
    assertThat(reply.at("/results")).isEmpty();

    fixture.attempt(runs.get(1), 1, Verdict.FAILED, Reason.CONNECTION_REFUSED);
    fixture.attempt(runs.get(1), 2, Verdict.FAILED, Reason.CONNECTION_REFUSED);
    reply = read();
    assertThat(reply.at("/status").asText()).isEqualTo("PROGRESS");
    assertThat(reply.json().findValuesAsText("resultType")).containsExactly("ATTEMPT", "ATTEMPT");

    fixture.end(runs.get(1), Verdict.DEGRADED, Reason.SLOW);
    reply = read();
    assertThat(reply.at("/status").asText()).isEqualTo("PROGRESS_DEGRADED");
    assertThat(reply.json().findValuesAsText("resultType"))
        .containsExactly("ATTEMPT", "ATTEMPT", "FINAL");
    assertThat(reply.at("/stoppedAt").isNull()).isTrue();

    fixture.end(runs.get(0), Verdict.PASSED, Reason.NONE);
    reply = read();
    assertThat(reply.at("/status").asText()).isEqualTo("DEGRADED");
    long end = runs.stream().mapToLong(Run::at).max().orElseThrow() + 20 + 123;
    assertThat(Instant.parse(reply.at("/stoppedAt").asText()).toEpochMilli()).isEqualTo(end);
    assertThat(reply.at("/timeElapsed").asLong())
        .isEqualTo(end - Instant.parse(reply.at("/startedAt").asText()).toEpochMilli());
  }

  @Test
  void aResultSaysWhatItWas() {
    fixture.end(runs.get(0), Verdict.FAILED, Reason.STATUS);
    JsonNode result = read().at("/results/0");
    assertThat(result.path("runLocation").asText()).isEqualTo(fixture.cellar);
    assertThat(result.path("hasFailures").asBoolean()).isTrue();
    assertThat(result.path("hasErrors").asBoolean()).isFalse();
    assertThat(result.path("responseTime").asInt()).isEqualTo(123);
    assertThat(Instant.parse(result.path("startedAt").asText()).toEpochMilli())
        .isEqualTo(runs.get(0).at() + 20);
    assertThat(result.path("checkResultLink").asText())
        .isEqualTo("http://127.0.0.1:0/console/monitors/" + result.path("checkId").asText());
    fixture.end(runs.get(1), Verdict.MISSED, Reason.LOCATION_NOT_COVERED);
    ApiReply over = read();
    assertThat(over.at("/status").asText()).isEqualTo("FAILED");
    assertThat(over.at("/results/1/aborted").asBoolean()).isTrue();
    assertThat(over.at("/results/1/responseTime").isNull()).isTrue();
    assertThat(over.at("/results/1/startedAt").isNull()).isTrue();
  }

  @Test
  void namesTheLocationThatARetryWentTo() {
    Run run = runs.get(0);
    fixture.attempt(run, 1, Verdict.FAILED, Reason.CONNECTION_REFUSED);
    fixture.execute(
        "INSERT INTO result_details (at, series_id, attempt, detail)"
            + " VALUES (?, ?, 0, '{\"location\":\"us-east-1\"}')",
        run.at(),
        run.series());
    fixture.end(run, Verdict.FAILED, Reason.CONNECTION_REFUSED);
    assertThat(read().json().findValuesAsText("runLocation"))
        .containsExactly(fixture.cellar, "us-east-1");
  }

  @Test
  void aRunNobodyIsAtAnyMoreHasTimedOut() {
    for (Run run : runs) {
      fixture.execute(
          "DELETE FROM open_runs WHERE series_id = ? AND at = ?", run.series(), run.at());
    }
    assertThat(read().at("/status").asText()).isEqualTo("PROGRESS");
    fixture.execute(
        "UPDATE check_session_runs SET at = at - 900001 WHERE session_id = ?::uuid",
        session.substring(session.lastIndexOf('/') + 1));
    ApiReply reply = read();
    assertThat(reply.at("/status").asText()).isEqualTo("TIMED_OUT");
    assertThat(reply.at("/results")).isEmpty();
  }

  @Test
  void goesWithItsCheck() {
    fixture.client.delete("/v1/checks/" + read().at("/checkId").asText()).hasStatus(204);
    fixture.client.get(session).isNotFound();
  }

  @Test
  void linksLeadToThePublicAddress() {
    Map<String, String> environment = Map.of("BELFRY_PUBLIC_URL", "https://belfry.example.org/");
    try (TestApp other = TestApp.startOn(fixture.app.database().address(), environment)) {
      fixture.end(runs.get(0), Verdict.PASSED, Reason.NONE);
      ApiReply reply = other.as(fixture.acme).get(session).hasStatus(200);
      assertThat(List.of("/checkSessionLink", "/results/0/checkResultLink"))
          .allSatisfy(
              link ->
                  assertThat(reply.at(link).asText())
                      .isEqualTo(
                          "https://belfry.example.org/console/monitors/"
                              + reply.at("/checkId").asText()));
    }
  }

  @Test
  void isForTheAccountAlone() {
    Access access = new Access(fixture.app, fixture.acme);
    access.requireForReading(session);
    access.requireHidden("GET", session, null);
    fixture.client.get("/v2/check-sessions/" + UUID.randomUUID()).isNotFound();
    fixture.client.get("/v2/check-sessions/nonsense").isInvalid("/id");
  }
}
