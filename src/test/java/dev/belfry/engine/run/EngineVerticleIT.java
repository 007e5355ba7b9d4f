package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.belfry.app.TestApp;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ClockWait;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Monitors that are made and changed through the API are watched accordingly. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class EngineVerticleIT {
  private static final String RETRIES =
      "\"retryStrategy\":{\"type\":\"FIXED\",\"baseBackoffSeconds\":1,\"maxRetries\":2}";
  private static final String OPEN =
      """
      SELECT count(*) FROM schedules c JOIN series s ON s.id = c.series_id
      WHERE s.check_id = ?::uuid AND c.until_ms IS NULL\
      """;

  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(app);

  @AfterAll
  void stop() {
    fixture.close();
    app.close();
  }

  @Test
  void aNewMonitorHasAResultWithinItsFirstPeriod() {
    long created = fixture.now();
    String check = fixture.monitor("/first", "");
    Stored first = fixture.awaitRuns(check, 1).get(0);
    assertThat(first.at()).isBetween(created, created + 11_000);
    assertThat(first.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(first.reason()).isEqualTo(Reason.NONE);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.delay()).isBetween(0L, 5_000L);
    assertThat(first.responseMicros()).isBetween(100L, 5_000_000L);
    assertThat(first.phaseMicros()).isBetween(10L, first.responseMicros() + 10_000);
    assertThat(fixture.results(check)).hasSize(1);
  }

  @Test
  void aNewMonitorRunsAtOnceHoweverLongItsPeriodIs() {
    long created = fixture.now();
    String check =
        fixture
            .client
            .post(
                "/v1/checks/url",
                """
                {"name":"Daily","frequency":1440,"locations":["eu-west-1","us-east-1"],
                 "request":{"url":"%s"}}"""
                    .formatted(fixture.target.url("/daily")))
            .hasStatus(201)
            .id();
    Stored first = fixture.awaitRuns(check, 1).get(0);
    assertThat(first.at()).isBetween(created, fixture.now());
    assertThat(first.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(fixture.results(check)).hasSize(1);
  }

  @Test
  void aFailureIsRepeatedAndItsAttemptsAreKept() {
    String broken = fixture.monitor("/broken", RETRIES);
    String recovering = fixture.monitor("/recovering", RETRIES);
    Stored last = fixture.awaitRuns(broken, 1).get(0);
    List<Stored> attempts =
        fixture.results(broken).stream().filter(one -> one.at() == last.at()).toList();
    assertThat(attempts).extracting(Stored::attempt).containsExactly(1, 2, 0);
    assertThat(attempts)
        .allMatch(one -> one.verdict() == Verdict.FAILED && one.reason() == Reason.STATUS)
        .allMatch(one -> one.status() == 500);
    assertThat(attempts.get(1).delay() - attempts.get(0).delay()).isGreaterThanOrEqualTo(1_000);
    assertThat(attempts.get(2).delay() - attempts.get(1).delay()).isGreaterThanOrEqualTo(1_000);

    fixture.awaitRuns(recovering, 1);
    assertThat(fixture.results(recovering).subList(0, 2))
        .extracting(Stored::attempt, Stored::verdict)
        .containsExactly(tuple(1, Verdict.FAILED), tuple(0, Verdict.PASSED));
  }

  @Test
  void whatIsPausedOrDeletedStopsWithinASecond() {
    String group = fixture.client.post("/v2/check-groups", "{\"name\":\"g\"}").hasStatus(201).id();
    String witness = fixture.quickMonitor("/witness", "");
    String paused = fixture.quickMonitor("/paused", "");
    String grouped = fixture.quickMonitor("/grouped", "\"groupId\":" + group);
    String deleted = fixture.quickMonitor("/deleted", "");
    List.of(paused, grouped, deleted).forEach(check -> fixture.awaitRuns(check, 2));
    fixture.update(paused, "{\"activated\":false}");
    fixture.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":false}");
    fixture.client.delete("/v1/checks/" + deleted).hasStatus(204);
    assertThat(fixture.number(OPEN, paused) + fixture.number(OPEN, grouped)).isZero();
    long said = fixture.now();
    EngineFixture.until("a second later", () -> fixture.now() > said + 1_000);
    long requests = rest();
    fixture.awaitRuns(witness, fixture.runs(witness).size() + 3);
    assertThat(rest()).isEqualTo(requests);
    for (String check : List.of(paused, grouped)) {
      assertThat(fixture.runs(check)).noneMatch(run -> run.at() >= said);
    }

    fixture.update(paused, "{\"activated\":true}");
    fixture.client.put("/v2/check-groups/" + group, "{\"name\":\"g\",\"activated\":true}");
    assertThat(fixture.number(OPEN, paused) + fixture.number(OPEN, grouped)).isEqualTo(2);
    fixture.flushSoon(paused);
    fixture.flushSoon(grouped);
    EngineFixture.until("it runs again", () -> ranAfter(paused, said) && ranAfter(grouped, said));
  }

  private long rest() {
    return fixture.target.requests("/paused")
        + fixture.target.requests("/grouped")
        + fixture.target.requests("/deleted");
  }

  private boolean ranAfter(String check, long moment) {
    return fixture.runs(check).stream()
        .anyMatch(run -> run.at() > moment && run.verdict() == Verdict.PASSED);
  }

  @Test
  void aChangedAddressIsProbedFromTheNextRunOn() {
    String check = fixture.quickMonitor("/before", "");
    fixture.awaitRuns(check, 2);
    fixture.update(check, "{\"request\":{\"url\":\"" + fixture.target.url("/after") + "\"}}");
    long said = fixture.now();
    EngineFixture.until("a second later", () -> fixture.now() > said + 1_000);
    long before = fixture.target.requests("/before");
    EngineFixture.until("the new one", () -> fixture.target.requests("/after") >= 3);
    assertThat(fixture.target.requests("/before")).isEqualTo(before);
  }

  @Test
  void locationsRunTogetherOrTakeTurns() {
    String places = "\"locations\":[\"eu-west-1\",\"us-east-1\",\"ap-south-1\"],\"runParallel\":";
    String together = fixture.quickMonitor("/together", places + true);
    String inTurn = fixture.quickMonitor("/in-turn", places + false);
    long start = fixture.awaitRuns(together, 7).get(6).at();
    fixture.awaitRuns(together, 15);
    assertThat(fixture.runs(together))
        .filteredOn(run -> run.at() == start)
        .extracting(Stored::location)
        .containsExactly("ap-south-1", "eu-west-1", "us-east-1");
    List<Stored> turns = fixture.awaitRuns(inTurn, 9).subList(1, 9); // The first was at once.
    for (int i = 1; i < 5; i++) {
      assertThat(turns.get(i).at() - turns.get(i - 1).at()).isEqualTo(1_000);
    }
    assertThat(turns.subList(0, 3))
        .extracting(Stored::location)
        .containsExactlyInAnyOrder("eu-west-1", "us-east-1", "ap-south-1");
    assertThat(turns.get(3).location()).isEqualTo(turns.get(0).location());
  }
}
