package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.MISSED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertJobs;
import dev.belfry.monitoring.check.Verdict;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Alerts of monitors that run at several locations at once say what was found where. */
class AlertEvidenceIT {
  private static final String THREE =
      """
      "runParallel":true,"locations":["eu-west-1","us-east-1"],"useGlobalAlertSettings":false,
      "alertSettings":{"parallelRunFailureThreshold":{"enabled":true,"percentage":%d},
        "reminders":{"amount":1,"interval":5}}\
      """;

  private final AlertFixture fixture = new AlertFixture();

  AlertEvidenceIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private void ran(UUID check, int run, String location, Verdict verdict) throws SQLException {
    ResultBatch batch = new ResultBatch();
    batch.add(fixture.result(fixture.series(check, location), run, verdict));
    fixture.store.write(batch);
  }

  private List<String> evidence(UUID check) throws SQLException {
    return fixture.texts(
        "SELECT type || ': ' || coalesce(context ->> 'LOCATIONS_SUMMARY', 'none') FROM alerts"
            + " WHERE check_id = ? ORDER BY decided_ms, id",
        check);
  }

  @Test
  void theRunThatDecidesNamesEveryLocation() throws SQLException {
    UUID check = fixture.check(THREE.formatted(60));
    ran(check, 1, "eu-west-1", PASSED);
    ran(check, 1, "us-east-1", FAILED);
    assertThat(fixture.alerts(check)).as("one of three is not enough").isEmpty();
    ran(check, 1, "cellar", FAILED);
    assertThat(evidence(check))
        .containsExactly(
            "ALERT_FAILURE: failed at 2 of 3 locations (2 needed): cellar, us-east-1; passed:"
                + " eu-west-1");
    assertThat(fixture.texts("SELECT context -> 'LOCATIONS' ->> 0 FROM alerts"))
        .containsExactly(
            "{\"error\": \"It is broken.\", \"verdict\": \"FAILED\", \"location\": \"cellar\","
                + " \"responseTime\": 150}");
    assertThat(fixture.texts("SELECT context ->> 'LOCATIONS_NEEDED' FROM alerts"))
        .containsExactly("2");
  }

  @Test
  void whatHasNoResultYetIsOutstanding() throws SQLException {
    UUID check = fixture.check(THREE.formatted(30));
    ran(check, 1, "us-east-1", FAILED);
    ran(check, 1, "eu-west-1", FAILED);
    ran(check, 1, "cellar", PASSED);
    assertThat(evidence(check))
        .as("known when it was raised")
        .containsExactly(
            "ALERT_FAILURE: failed at 1 of 3 locations (1 needed): us-east-1; no result: cellar,"
                + " eu-west-1");
    for (String location : List.of("us-east-1", "eu-west-1", "cellar")) {
      ran(check, 2, location, PASSED);
    }
    assertThat(evidence(check))
        .element(1)
        .isEqualTo("ALERT_RECOVERY: passed at 3 of 3 locations: cellar, eu-west-1, us-east-1");
  }

  @Test
  void alertsOfSeveralMonitorsInOneBatchEachHaveTheirOwn() throws SQLException {
    UUID three = fixture.check(THREE.formatted(100));
    UUID two = fixture.check("\"runParallel\":true,\"locations\":[\"eu-west-1\"]");
    UUID turns = fixture.check("\"locations\":[\"eu-west-1\"]");
    ResultBatch batch = new ResultBatch();
    for (String location : List.of("cellar", "eu-west-1", "us-east-1")) {
      batch.add(fixture.result(fixture.series(three, location), 1, FAILED));
    }
    batch.add(fixture.result(fixture.series(two, "cellar"), 2, MISSED));
    batch.add(fixture.result(fixture.series(two, "eu-west-1"), 2, DEGRADED));
    batch.add(fixture.result(fixture.series(turns, "cellar"), 3, FAILED));
    fixture.store.write(batch);
    assertThat(evidence(three))
        .containsExactly(
            "ALERT_FAILURE: failed at 3 of 3 locations (3 needed): cellar, eu-west-1, us-east-1");
    assertThat(evidence(two))
        .containsExactly(
            "ALERT_DEGRADED: degraded at 1 of 2 locations: eu-west-1; no result: cellar");
    assertThat(evidence(turns)).as("one location at a time").containsExactly("ALERT_FAILURE: none");
  }

  @Test
  void remindersTellOfTheNewestRunThatDidNotPass() throws Exception {
    UUID check = fixture.check(THREE.formatted(30));
    ran(check, 1, "us-east-1", FAILED);
    ran(check, 1, "eu-west-1", PASSED);
    ran(check, 1, "cellar", PASSED);
    AlertJobs jobs = fixture.jobs();
    jobs.start();
    try {
      fixture.until(1, "SELECT count(*) FROM alerts WHERE check_id = ? AND reminder = 1", check);
    } finally {
      jobs.stop();
    }
    assertThat(evidence(check))
        .element(1)
        .isEqualTo(
            "ALERT_FAILURE_REMAIN: failed at 1 of 3 locations (1 needed): us-east-1; passed:"
                + " cellar, eu-west-1");
  }
}
