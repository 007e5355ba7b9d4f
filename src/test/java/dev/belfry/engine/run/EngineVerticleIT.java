package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.belfry.app.TestApp;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.RealClock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Monitors that are made and changed through the API are watched accordingly. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@RealClock("Monitors run at their scheduled times of the database's clock.")
class EngineVerticleIT {
  private static final String RETRIES =
      "\"retryStrategy\":{\"type\":\"FIXED\",\"baseBackoffSeconds\":1,\"maxRetries\":2}";
  private static final String OPEN =
      """
      SELECT count(*) FROM schedules c JOIN series s ON s.id = c.series_id
      WHERE s.check_id = ?::uuid AND c.until_ms IS NULL""";

  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture stage = new EngineFixture(app);

  @AfterAll
  void stop() {
    stage.close();
    app.close();
  }

  @Test
  void aNewMonitorHasAResultWithinItsFirstPeriod() {
    long created = stage.now();
    String check = stage.monitor("/first", "");
    Stored first = stage.awaitRuns(check, 1).get(0);
    assertThat(first.at()).isBetween(created, created + 11_000);
    assertThat(first.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(first.reason()).isEqualTo(Reason.NONE);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.delay()).isBetween(0L, 5_000L);
    assertThat(first.responseMicros()).isBetween(100L, 5_000_000L);
    assertThat(first.phaseMicros()).isBetween(10L, first.responseMicros() + 10_000);
    assertThat(stage.results(check)).hasSize(1);
  }

  @Test
  void aFailureIsRepeatedAndItsAttemptsAreKept() {
    String broken = stage.monitor("/broken", RETRIES);
    String recovering = stage.monitor("/recovering", RETRIES);
    Stored last = stage.awaitRuns(broken, 1).get(0);
    List<Stored> attempts =
        stage.results(broken).stream().filter(one -> one.at() == last.at()).toList();
    assertThat(attempts).extracting(Stored::attempt).containsExactly(1, 2, 0);
    assertThat(attempts)
        .allMatch(one -> one.verdict() == Verdict.FAILED && one.reason() == Reason.STATUS)
        .allMatch(one -> one.status() == 500);
    assertThat(attempts.get(1).delay() - attempts.get(0).delay()).isGreaterThanOrEqualTo(1_000);
    assertThat(attempts.get(2).delay() - attempts.get(1).delay()).isGreaterThanOrEqualTo(1_000);

    stage.awaitRuns(recovering, 1);
    assertThat(stage.results(recovering).subList(0, 2))
        .extracting(Stored::attempt, Stored::verdict)
        .containsExactly(tuple(1, Verdict.FAILED), tuple(0, Verdict.PASSED));
  }

  @Test
  void whatIsPausedOrDeletedStopsWithinASecond() {
    String group = stage.client.post("/v2/check-groups", "{\"name\":\"g\"}").hasStatus(201).id();
    String witness = stage.quickMonitor("/witness", "");
    String paused = stage.quickMonitor("/paused", "");
    String grouped = stage.quickMonitor("/grouped", "\"groupId\":" + group);
    String deleted = stage.quickMonitor("/deleted", "");
    List.of(paused, grouped, deleted).forEach(check -> stage.awaitRuns(check, 2));
    stage.update(paused, "{\"activated\":false}");
    stage.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":false}");
    stage.client.delete("/v1/checks/" + deleted).hasStatus(204);
    assertThat(stage.number(OPEN, paused) + stage.number(OPEN, grouped)).isZero();
    long said = stage.now();
    EngineFixture.until("a second later", () -> stage.now() > said + 1_000);
    long requests = rest();
    stage.awaitRuns(witness, stage.runs(witness).size() + 3);
    assertThat(rest()).isEqualTo(requests);
    for (String check : List.of(paused, grouped)) {
      assertThat(stage.runs(check)).noneMatch(run -> run.at() >= said);
    }

    stage.update(paused, "{\"activated\":true}");
    stage.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":true}");
    assertThat(stage.number(OPEN, paused) + stage.number(OPEN, grouped)).isEqualTo(2);
    stage.flushSoon(paused);
    stage.flushSoon(grouped);
    EngineFixture.until("it runs again", () -> ranAfter(paused, said) && ranAfter(grouped, said));
  }

  private long rest() {
    return stage.target.requests("/paused")
        + stage.target.requests("/grouped")
        + stage.target.requests("/deleted");
  }

  private boolean ranAfter(String check, long moment) {
    return stage.runs(check).stream()
        .anyMatch(run -> run.at() > moment && run.verdict() == Verdict.PASSED);
  }

  @Test
  void aChangedAddressIsProbedFromTheNextRunOn() {
    String check = stage.quickMonitor("/before", "");
    stage.awaitRuns(check, 2);
    stage.update(check, "{\"request\":{\"url\":\"" + stage.target.url("/after") + "\"}}");
    long said = stage.now();
    EngineFixture.until("a second later", () -> stage.now() > said + 1_000);
    long before = stage.target.requests("/before");
    EngineFixture.until("the new one", () -> stage.target.requests("/after") >= 3);
    assertThat(stage.target.requests("/before")).isEqualTo(before);
  }

  @Test
  void locationsRunTogetherOrTakeTurns() {
    String places = "\"locations\":[\"eu-west-1\",\"us-east-1\",\"ap-south-1\"],\"runParallel\":";
    String together = stage.quickMonitor("/together", places + true);
    String inTurn = stage.quickMonitor("/in-turn", places + false);
    long start = stage.awaitRuns(together, 4).get(3).at();
    stage.awaitRuns(together, 12);
    assertThat(stage.runs(together))
        .filteredOn(run -> run.at() == start)
        .extracting(Stored::location)
        .containsExactly("ap-south-1", "eu-west-1", "us-east-1");
    List<Stored> turns = stage.awaitRuns(inTurn, 8);
    for (int i = 1; i < 5; i++) {
      assertThat(turns.get(i).at() - turns.get(i - 1).at()).isEqualTo(1_000);
    }
    assertThat(turns.subList(0, 3))
        .extracting(Stored::location)
        .containsExactlyInAnyOrder("eu-west-1", "us-east-1", "ap-south-1");
    assertThat(turns.get(3).location()).isEqualTo(turns.get(0).location());
  }
}
