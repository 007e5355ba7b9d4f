package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.engine.session.SessionFixture.Run;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code GET /v2/check-sessions/{id}/completion}. */
class AwaitCheckSessionIT {
  private final SessionFixture fixture = new SessionFixture();

  @Test
  void answersAtOnceWhenTheSessionIsOver() {
    String session = fixture.session();
    fixture.runs(session).forEach(run -> fixture.end(run, Verdict.PASSED, Reason.NONE));
    ApiReply reply =
        fixture
            .client
            .get(session + "/completion?maxWaitSeconds=30")
            .hasStatus(200)
            .matchesContract("awaitCheckSession");
    assertThat(reply.at("/status").asText()).isEqualTo("PASSED");
    assertThat(reply.at("/results")).hasSize(2);
    assertThat(reply.json()).isEqualTo(fixture.client.get(session).json());
  }

  @Test
  void answers408WhenItIsNotAndKeepsTheConnection() {
    String session = fixture.session();
    fixture.end(fixture.runs(session).get(0), Verdict.PASSED, Reason.NONE);
    ApiReply reply = fixture.client.get(session + "/completion?maxWaitSeconds=1");
    reply
        .isError(408, "Request Timeout", "Not finished yet; ask again")
        .matchesContract("awaitCheckSession");
    assertThat(reply.header("connection")).isNotEqualToIgnoringCase("close");
  }

  @Test
  void answersAsSoonAsTheLastRunHasEndedWhereverThatWas() {
    try (TestApp other = TestApp.startOn(fixture.app.database().address(), Map.of())) {
      String session = fixture.session();
      List<CompletableFuture<ApiReply>> waiting =
          IntStream.range(0, 20)
              .mapToObj(i -> async((i % 2 == 0 ? fixture.app : other), session + "/completion"))
              .toList();
      List<Run> runs = fixture.runs(session);
      fixture.end(runs.get(0), Verdict.FAILED, Reason.STATUS);
      until(() -> fixture.client.get(session).at("/status").asText().equals("PROGRESS_FAILED"));
      assertThat(waiting).noneMatch(CompletableFuture::isDone);
      fixture.end(runs.get(1), Verdict.PASSED, Reason.NONE);
      for (CompletableFuture<ApiReply> reply : waiting) {
        assertThat(reply.join().hasStatus(200).at("/status").asText()).isEqualTo("FAILED");
      }
    }
  }

  @Test
  void thoseWhoWaitHoldNoDatabaseConnection() {
    Map<String, String> environment =
        Map.of("BELFRY_DATABASE_POOL_SIZE", "1", "BELFRY_HTTP_EVENT_LOOPS", "1");
    try (TestApp small = TestApp.startOn(fixture.app.database().address(), environment)) {
      String session = fixture.session();
      List<CompletableFuture<ApiReply>> waiting =
          IntStream.range(0, 20).mapToObj(i -> async(small, session + "/completion")).toList();
      for (int i = 0; i < 20; i++) {
        small.as(fixture.acme).get("/v1/private-locations").hasStatus(200);
      }
      fixture.client.send("POST", SessionFixture.cancel(session), null).hasStatus(204);
      waiting.forEach(
          reply ->
              assertThat(reply.join().hasStatus(200).at("/status").asText())
                  .isEqualTo("CANCELLED"));
    }
  }

  @Test
  void nobodyWaitsForAServiceThatStops() {
    SessionFixture own = new SessionFixture(TestApp.start(Map.of()));
    String session = own.session();
    CompletableFuture<ApiReply> waiting =
        CompletableFuture.supplyAsync(() -> own.client.get(session + "/completion"));
    until(
        () ->
            own.number(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'WITH runs AS%SELECT asked.id%'""")
                > 0);
    long before = System.nanoTime();
    own.app.close();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    waiting.join().hasStatus(408);
  }

  @Test
  void aSessionThatVanishesIsNotFound() {
    String session = fixture.session();
    String check = fixture.client.get(session).at("/checkId").asText();
    CompletableFuture<ApiReply> waiting = async(fixture.app, session + "/completion");
    fixture.client.delete("/v1/checks/" + check).hasStatus(204);
    waiting.join().isNotFound();
  }

  @Test
  void namesTheOffendingParameter() {
    String path = fixture.session() + "/completion";
    fixture.client.get(path + "?maxWaitSeconds=0").isInvalid("/maxWaitSeconds");
    fixture.client.get(path + "?maxWaitSeconds=31").isInvalid("/maxWaitSeconds");
    fixture
        .client
        .get("/v2/check-sessions/x/completion?maxWaitSeconds=a")
        .isInvalid("/id", "/maxWaitSeconds");
  }

  @Test
  void isForTheAccountAlone() {
    String session = fixture.session();
    fixture.client.send("POST", SessionFixture.cancel(session), null).hasStatus(204);
    Access access = new Access(fixture.app, fixture.acme);
    access.requireForReading(session + "/completion");
    access.requireHidden("GET", session + "/completion", null);
    fixture.client.get("/v2/check-sessions/" + UUID.randomUUID() + "/completion").isNotFound();
  }

  private CompletableFuture<ApiReply> async(TestApp app, String path) {
    return CompletableFuture.supplyAsync(
        () -> app.as(fixture.acme).get(path), task -> new Thread(task).start());
  }

  private static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("time is up").isLessThan(end);
      Polling.pause();
    }
  }
}
