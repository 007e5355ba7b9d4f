package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.engine.session.SessionFixture.Run;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/check-sessions/{id}/cancel}. */
class CancelCheckSessionIT {
  private static final String RESULTS =
      "SELECT count(*) FROM results WHERE series_id = ? AND at = ? AND attempt = 0";
  private static final String OPEN =
      "SELECT count(*) FROM open_runs WHERE series_id = ? AND at = ?";

  private final SessionFixture fixture = new SessionFixture();
  private final String session = fixture.session();
  private final String cancel = SessionFixture.cancel(session);
  private final List<Run> runs = fixture.runs(session);

  @Test
  void endsEveryRunAsMissed() {
    fixture.client.send("POST", cancel, null).hasStatus(204).matchesContract("cancelCheckSession");
    ApiReply reply = fixture.client.get(session).matchesContract("readCheckSession");
    assertThat(reply.at("/status").asText()).isEqualTo("CANCELLED");
    assertThat(reply.at("/results"))
        .hasSize(2)
        .allMatch(one -> one.path("isCancelled").asBoolean());
    assertThat(reply.at("/stoppedAt").asText())
        .isGreaterThanOrEqualTo(reply.at("/startedAt").asText());
    for (Run run : runs) {
      assertThat(fixture.number(OPEN, run.series(), run.at())).isZero();
      assertThat(
              fixture.number(
                  RESULTS + " AND verdict = 4 AND reason = 205 AND delay_ms = 0 AND status = 0",
                  run.series(),
                  run.at()))
          .isEqualTo(1);
    }
  }

  @Test
  void whatHasEndedKeepsItsResult() {
    fixture.end(runs.get(0), Verdict.PASSED, Reason.NONE);
    fixture.client.send("POST", cancel, null).hasStatus(204);
    ApiReply reply = fixture.client.get(session);
    assertThat(reply.at("/status").asText()).isEqualTo("CANCELLED");
    assertThat(reply.json().findValues("isCancelled"))
        .extracting(one -> one.asBoolean())
        .containsExactly(false, true);
  }

  @Test
  void aSessionThatIsOverCannotBeCancelled() {
    runs.forEach(run -> fixture.end(run, Verdict.DEGRADED, Reason.SLOW));
    fixture
        .client
        .send("POST", cancel, null)
        .isInvalid("/id")
        .matchesContract("cancelCheckSession");
    assertThat(fixture.client.get(session).at("/status").asText()).isEqualTo("DEGRADED");
  }

  @Test
  void anotherRunOfTheSameCheckGoesOn() {
    String check = fixture.client.get(session).at("/checkId").asText();
    String second =
        "/v2/check-sessions/" + fixture.trigger(check).at("/sessions/0/checkSessionId").asText();
    fixture.client.send("POST", cancel, null).hasStatus(204);
    assertThat(fixture.client.get(second).at("/status").asText()).isEqualTo("PROGRESS");
  }

  @Test
  void againstTheEndOfTheRunsEveryRunEndsOnce() {
    try (TestApp other = TestApp.startOn(fixture.app.database().address(), Map.of())) {
      for (int round = 0; round < 15; round++) {
        String path = fixture.session();
        List<Run> open = fixture.runs(path);
        CompletableFuture<Void> engine =
            run(() -> open.forEach(run -> fixture.end(run, Verdict.PASSED, Reason.NONE)));
        CompletableFuture<Integer> here = cancelOn(fixture.app, path);
        CompletableFuture<Integer> there = cancelOn(other, path);
        engine.join();
        assertThat(List.of(here.join(), there.join())).isSubsetOf(204, 400);
        ApiReply over = fixture.client.get(path + "/completion").hasStatus(200);
        assertThat(over.at("/status").asText()).isIn("PASSED", "CANCELLED");
        assertThat(over.at("/results")).hasSize(2);
        boolean cancelled = here.join() == 204 || there.join() == 204;
        assertThat(over.at("/status").asText()).isEqualTo(cancelled ? "CANCELLED" : "PASSED");
        for (Run run : open) {
          assertThat(fixture.number(OPEN, run.series(), run.at())).isZero();
          assertThat(fixture.number(RESULTS, run.series(), run.at())).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void isForWritersOfTheAccount() {
    Access access = new Access(fixture.app, fixture.acme);
    access.requireForWriting("POST", cancel, null);
    access.requireHidden("POST", cancel, null);
    fixture
        .client
        .send("POST", "/v1/check-sessions/" + UUID.randomUUID() + "/cancel", null)
        .isNotFound();
    fixture.client.send("POST", "/v1/check-sessions/nonsense/cancel", null).isInvalid("/id");
    assertThat(fixture.client.get(session).at("/status").asText()).isEqualTo("PROGRESS");
  }

  private CompletableFuture<Integer> cancelOn(TestApp app, String path) {
    return CompletableFuture.supplyAsync(
        () -> app.as(fixture.acme).send("POST", SessionFixture.cancel(path), null).status(),
        task -> new Thread(task).start());
  }

  private static CompletableFuture<Void> run(Runnable work) {
    return CompletableFuture.runAsync(work, task -> new Thread(task).start());
  }
}
