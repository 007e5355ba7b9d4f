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

  private final SessionFixture stage = new SessionFixture();
  private final String session = stage.session();
  private final String cancel = SessionFixture.cancel(session);
  private final List<Run> runs = stage.runs(session);

  @Test
  void endsEveryRunAsMissed() {
    stage.client.send("POST", cancel, null).hasStatus(204).matchesContract("cancelCheckSession");
    ApiReply reply = stage.client.get(session).matchesContract("readCheckSession");
    assertThat(reply.at("/status").asText()).isEqualTo("CANCELLED");
    assertThat(reply.at("/results"))
        .hasSize(2)
        .allMatch(one -> one.path("isCancelled").asBoolean());
    assertThat(reply.at("/stoppedAt").asText())
        .isGreaterThanOrEqualTo(reply.at("/startedAt").asText());
    for (Run run : runs) {
      assertThat(stage.number(OPEN, run.series(), run.at())).isZero();
      assertThat(
              stage.number(
                  RESULTS + " AND verdict = 4 AND reason = 205 AND delay_ms = 0 AND status = 0",
                  run.series(),
                  run.at()))
          .isEqualTo(1);
    }
  }

  @Test
  void whatHasEndedKeepsItsResult() {
    stage.end(runs.get(0), Verdict.PASSED, Reason.NONE);
    stage.client.send("POST", cancel, null).hasStatus(204);
    ApiReply reply = stage.client.get(session);
    assertThat(reply.at("/status").asText()).isEqualTo("CANCELLED");
    assertThat(reply.json().findValues("isCancelled"))
        .extracting(one -> one.asBoolean())
        .containsExactly(false, true);
  }

  @Test
  void aSessionThatIsOverCannotBeCancelled() {
    runs.forEach(run -> stage.end(run, Verdict.DEGRADED, Reason.SLOW));
    stage.client.send("POST", cancel, null).isInvalid("/id").matchesContract("cancelCheckSession");
    assertThat(stage.client.get(session).at("/status").asText()).isEqualTo("DEGRADED");
  }

  @Test
  void anotherRunOfTheSameCheckGoesOn() {
    String check = stage.client.get(session).at("/checkId").asText();
    String second =
        "/v2/check-sessions/" + stage.trigger(check).at("/sessions/0/checkSessionId").asText();
    stage.client.send("POST", cancel, null).hasStatus(204);
    assertThat(stage.client.get(second).at("/status").asText()).isEqualTo("PROGRESS");
  }

  @Test
  void againstTheEndOfTheRunsEveryRunEndsOnce() {
    try (TestApp other = TestApp.startOn(stage.app.database().address(), Map.of())) {
      for (int round = 0; round < 15; round++) {
        String path = stage.session();
        List<Run> open = stage.runs(path);
        CompletableFuture<Void> engine =
            run(() -> open.forEach(run -> stage.end(run, Verdict.PASSED, Reason.NONE)));
        CompletableFuture<Integer> here = cancelOn(stage.app, path);
        CompletableFuture<Integer> there = cancelOn(other, path);
        engine.join();
        assertThat(List.of(here.join(), there.join())).isSubsetOf(204, 400);
        ApiReply over = stage.client.get(path + "/completion").hasStatus(200);
        assertThat(over.at("/status").asText()).isIn("PASSED", "CANCELLED");
        assertThat(over.at("/results")).hasSize(2);
        boolean cancelled = here.join() == 204 || there.join() == 204;
        assertThat(over.at("/status").asText()).isEqualTo(cancelled ? "CANCELLED" : "PASSED");
        for (Run run : open) {
          assertThat(stage.number(OPEN, run.series(), run.at())).isZero();
          assertThat(stage.number(RESULTS, run.series(), run.at())).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void isForWritersOfTheAccount() {
    Access access = new Access(stage.app, stage.acme);
    access.requireForWriting("POST", cancel, null);
    access.requireHidden("POST", cancel, null);
    stage
        .client
        .send("POST", "/v1/check-sessions/" + UUID.randomUUID() + "/cancel", null)
        .isNotFound();
    stage.client.send("POST", "/v1/check-sessions/nonsense/cancel", null).isInvalid("/id");
    assertThat(stage.client.get(session).at("/status").asText()).isEqualTo("PROGRESS");
  }

  private CompletableFuture<Integer> cancelOn(TestApp app, String path) {
    return CompletableFuture.supplyAsync(
        () -> app.as(stage.acme).send("POST", SessionFixture.cancel(path), null).status(),
        task -> new Thread(task).start());
  }

  private static CompletableFuture<Void> run(Runnable work) {
    return CompletableFuture.runAsync(work, task -> new Thread(task).start());
  }
}
