package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.belfry.app.TestApp;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ClockWait;
import dev.belfry.testing.LogCapture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two instances that probe from different places. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class LocationsIT {
  private final TestApp europe = TestApp.start(EngineFixture.probingFrom("eu-west-1"));
  private final TestApp america =
      TestApp.startOn(
          europe.database().address(), EngineFixture.probingFrom("us-east-1,cellar,office"));
  private final EngineFixture fixture = new EngineFixture(europe);

  @AfterAll
  void stop() {
    fixture.close();
    america.close();
    europe.close();
  }

  @Test
  void aLocationThatNobodyCoversIsTold() {
    try (LogCapture log = new LogCapture("dev.belfry.engine.run")) {
      String check = fixture.quickMonitor("/nowhere", "\"locations\":[\"ap-east-1\"]");
      assertThat(fixture.awaitRuns(check, 3))
          .extracting(Stored::location, Stored::verdict, Stored::reason, Stored::delay)
          .containsOnly(tuple("ap-east-1", Verdict.MISSED, Reason.LOCATION_NOT_COVERED, 0L));
      assertThat(fixture.target.requests("/nowhere")).isZero();
      EngineFixture.until("it is logged", () -> log.messages().toString().contains("ap-east-1"));
      EngineFixture.until("the metric", () -> uncovered(europe) + uncovered(america) == 1);
    }
  }

  private static double uncovered(TestApp app) {
    return app.management()
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("belfry_cluster_shards_uncovered "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .sum();
  }

  @Test
  void aPrivateLocationIsCoveredByTheInstanceThatNamesIt() {
    fixture.makeCellar();
    String check = fixture.quickMonitor("/cellar", "\"privateLocations\":[\"cellar\"]");
    assertThat(fixture.awaitRuns(check, 2))
        .extracting(Stored::location, Stored::verdict)
        .containsOnly(tuple("cellar", Verdict.PASSED));
  }

  @Test
  void anotherAccountsLocationOfTheSameNameIsAnotherPlace() throws SQLException {
    String location = "{\"name\":\"Office\",\"slugName\":\"office\"}";
    fixture.client.post("/v1/private-locations", location).hasStatus(201);
    String check = fixture.quickMonitor("/office", "\"privateLocations\":[\"office\"]");
    fixture.awaitRuns(check, 1);
    ApiClient neighbour = europe.as(europe.newTenant());
    neighbour.post("/v1/private-locations", location).hasStatus(201);
    String theirs =
        neighbour
            .post(
                "/v1/checks/url",
                "{\"name\":\"Spy\",\"frequency\":0,\"frequencyOffset\":10,\"privateLocations\":[\"office\"],\"request\":{\"url\":\"%s\"}}"
                    .formatted(fixture.target.url("/spied")))
            .hasStatus(201)
            .id();
    fixture.flushSoon(theirs);
    assertThat(fixture.awaitRuns(theirs, 3))
        .extracting(Stored::location, Stored::verdict, Stored::reason)
        .containsOnly(tuple("office", Verdict.MISSED, Reason.LOCATION_NOT_COVERED));
    assertThat(fixture.target.requests("/spied")).isZero();
    assertThat(fixture.awaitRuns(check, 4))
        .extracting(Stored::verdict)
        .containsOnly(Verdict.PASSED);
    assertThat(fixture.client.get("/v1/private-locations").text()).contains("\"agentCount\":1");
    assertThat(neighbour.get("/v1/private-locations").text()).contains("\"agentCount\":0");
    // What comes back after its shards are gone runs again, though the owner may still hold them.
    fixture.client.delete("/v1/checks/" + check).hasStatus(204);
    try (Connection connection = europe.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT drop_idle_shards()");
    }
    String back = fixture.quickMonitor("/back", "\"privateLocations\":[\"office\"]");
    assertThat(fixture.awaitRuns(back, 3)).extracting(Stored::verdict).contains(Verdict.PASSED);
    EngineFixture.until(
        "its watermark moves on",
        () ->
            europe
                    .database()
                    .count(
                        """
                        SELECT count(*) FROM shards k JOIN series s ON k.shard = s.shard
                          AND k.location = place_of(s.account_id, s.location)
                        WHERE s.check_id = '%s' AND k.owner IS NOT NULL
                          AND k.watermark > (SELECT max(r.at) - 5000 FROM results r
                            WHERE r.series_id = s.id AND r.attempt = 0)"""
                            .formatted(back))
                == 1);
  }

  @Test
  void aRetryGoesToTheOtherRegion() {
    String check =
        fixture.monitor(
            "/broken",
            """
            "locations":["eu-west-1","us-east-1"],"runParallel":true,"retryStrategy":
            {"type":"FIXED","baseBackoffSeconds":1,"maxRetries":2,"sameRegion":false}\
            """);
    fixture.awaitRuns(check, 2);
    long slot = fixture.runs(check).get(0).at();
    List<Stored> attempts =
        fixture.results(check).stream().filter(one -> one.at() == slot).toList();
    assertThat(attempts).hasSize(6).allMatch(one -> one.verdict() == Verdict.FAILED);
    assertThat(attempts)
        .filteredOn(one -> one.attempt() == 1)
        .extracting(Stored::location, Stored::madeFrom)
        .containsExactlyInAnyOrder(tuple("eu-west-1", null), tuple("us-east-1", null));
    assertThat(attempts)
        .filteredOn(one -> one.attempt() != 1)
        .extracting(Stored::location, Stored::madeFrom)
        .containsOnly(tuple("eu-west-1", "us-east-1"), tuple("us-east-1", "eu-west-1"));
  }
}
