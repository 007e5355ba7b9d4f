package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is queued for channels in their quiet hours, which are always here. */
class QuietHoursIT {
  private static final String ALWAYS =
      "\"sendDegraded\":true,\"quietHours\":[{\"timeZone\":\"UTC\",\"from\":\"00:00\",\"to\":\"00:00\"%s}]";
  private static final String QUIET = "{" + ALWAYS.formatted("") + "}";

  private final AlertFixture fixture = new AlertFixture();
  private final UUID check = fixture.check(AlertFixture.ONE_RUN);

  QuietHoursIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private List<String> held(long channel) throws SQLException {
    return fixture.texts(
        "SELECT a.type FROM deliveries d JOIN alerts a ON a.id = d.alert_id"
            + " WHERE d.channel_id = ? AND d.state = 'PENDING' AND d.held_until_ms = d.due_ms"
            + " AND d.due_ms > epoch_millis() + 86400000"
            + " AND d.expires_ms = d.due_ms + 86400000 ORDER BY a.decided_ms, a.id",
        channel);
  }

  private void delivered() throws SQLException {
    fixture.store.tables.run(
        "UPDATE deliveries SET state = 'DELIVERED', attempts = 1, answered_ms = 1");
  }

  @Test
  void anAlertWaitsAndAnotherChannelIsToldAtOnce() throws SQLException {
    long quiet = fixture.channel(check, QUIET);
    long loud = fixture.channel(check, "{}");
    fixture.ran(check, 0, FAILED);
    assertThat(held(quiet)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(loud)).containsExactly("ALERT_FAILURE");
    assertThat(held(loud)).isEmpty();
  }

  @Test
  void aProblemThatBeginsAndEndsInsideIsSilent() throws SQLException {
    long quiet = fixture.channel(check, QUIET);
    long loud = fixture.channel(check, "{}");
    fixture.ran(check, 0, FAILED);
    fixture.ran(check, 1, PASSED);
    assertThat(fixture.told(quiet)).isEmpty();
    assertThat(fixture.told(loud)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(fixture.alerts(check)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void soIsOneInASingleBatch() throws SQLException {
    long quiet = fixture.channel(check, QUIET);
    ResultBatch both = new ResultBatch();
    int series = fixture.series(check, "cellar");
    both.add(fixture.result(series, 0, FAILED));
    both.add(fixture.result(series, 1, PASSED));
    both.add(fixture.result(series, 2, FAILED));
    fixture.store.write(both);
    assertThat(fixture.alerts(check)).hasSize(3);
    assertThat(held(quiet)).containsExactly("ALERT_FAILURE");
  }

  @Test
  void onlyTheNewestLevelWaits() throws SQLException {
    long quiet = fixture.channel(check, QUIET);
    long failures = fixture.channel(check, QUIET.replace("true", "false"));
    fixture.ran(check, 0, DEGRADED);
    fixture.ran(check, 1, FAILED);
    assertThat(held(quiet)).containsExactly("ALERT_DEGRADED_FAILURE");
    assertThat(held(failures)).containsExactly("ALERT_DEGRADED_FAILURE");
    fixture.ran(check, 2, DEGRADED);
    assertThat(held(quiet)).containsExactly("ALERT_FAILURE_DEGRADED");
    assertThat(fixture.told(failures)).as("degraded only").isEmpty();
  }

  @Test
  void theRecoveryOfAToldProblemWaits() throws SQLException {
    long quiet = fixture.channel(check, "{}");
    fixture.ran(check, 0, FAILED);
    delivered();
    fixture.store.tables.run("UPDATE alert_channels SET settings = ?::jsonb", QUIET);
    fixture.ran(check, 1, PASSED);
    assertThat(held(quiet)).containsExactly("ALERT_RECOVERY");
    fixture.ran(check, 2, FAILED);
    assertThat(held(quiet)).containsExactly("ALERT_RECOVERY", "ALERT_FAILURE");
    assertThat(
            fixture.number(
                "SELECT max(due_ms) - min(due_ms) FROM deliveries WHERE held_until_ms > 0"))
        .as("in this order")
        .isBetween(1_000L, 60_000L);
  }

  @Test
  void aMessageThatWasAttemptedCountsAsTold() throws SQLException {
    long quiet = fixture.channel(check, QUIET);
    fixture.ran(check, 0, FAILED);
    fixture.store.tables.run("UPDATE deliveries SET attempts = 1");
    fixture.ran(check, 1, PASSED);
    assertThat(fixture.told(quiet)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void levelsThatAreNotNamedAreToldAtOnce() throws SQLException {
    long quiet = fixture.channel(check, "{" + ALWAYS.formatted(",\"levels\":[\"DEGRADED\"]") + "}");
    fixture.ran(check, 0, DEGRADED);
    assertThat(held(quiet)).containsExactly("ALERT_DEGRADED");
    fixture.ran(check, 1, FAILED);
    assertThat(fixture.told(quiet)).containsExactly("ALERT_DEGRADED_FAILURE");
    assertThat(held(quiet)).isEmpty();
  }

  @Test
  void remindersAreLeftOut() throws SQLException {
    fixture.set(
        check,
        "{\"alertSettings\":{\"reminders\":{\"amount\":5,\"interval\":5},\"escalationType\":"
            + "\"RUN_BASED\",\"runBasedEscalation\":{\"failedRunThreshold\":1}}}");
    long quiet = fixture.channel(check, QUIET);
    long loud = fixture.channel(check, "{}");
    fixture.ran(check, 0, FAILED);
    var jobs = fixture.jobs();
    jobs.start();
    fixture.until(
        1,
        "SELECT sign(count(*))::bigint FROM deliveries d JOIN alerts a ON a.id = d.alert_id"
            + " WHERE a.type = 'ALERT_FAILURE_REMAIN' AND d.channel_id = ?",
        loud);
    RunStoreFixture.get(jobs.stop());
    assertThat(held(quiet)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(quiet)).hasSize(1);
  }

  @Test
  void withoutQuietHoursNothingWaitsAnyMore() throws SQLException {
    long quiet = fixture.channel(check, QUIET);
    fixture.ran(check, 0, FAILED);
    fixture.store.tables.run(
        "UPDATE alert_channels SET settings = settings || '{\"quietHours\":[]}' WHERE id = ?",
        quiet);
    assertThat(held(quiet)).isEmpty();
    assertThat(fixture.number("SELECT count(*) FROM deliveries WHERE due_ms <= epoch_millis()"))
        .isEqualTo(1);
    fixture.ran(check, 1, PASSED);
    assertThat(fixture.told(quiet)).as("never attempted").isEmpty();
  }
}
