package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertJobs;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which channels of a schedule are told of an alert, and of its recovery. */
class OnCallAlertsIT {
  private static final String LINK = "{\"onCall\":{\"scheduleId\":%d,\"person\":\"%s\"}%s}";

  private final AlertFixture fixture = new AlertFixture();
  private final UUID check = fixture.check(AlertFixture.ONE_RUN);
  private final long schedule =
      fixture.number(
          "INSERT INTO on_call_schedules (account_id, name, url, host, created_at)"
              + " VALUES (?, 'First line', 'http://e.org/', 'e.org', now()) RETURNING id",
          ScheduleTables.ACCOUNT);
  private final long ada = channel("Ada", "");
  private final long bob = channel("bob@example.org", "");

  OnCallAlertsIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private long channel(String person, String more) throws SQLException {
    return fixture.channel(check, LINK.formatted(schedule, person, more));
  }

  private void onCall(String key) throws SQLException {
    fixture.store.tables.run("DELETE FROM on_call_shifts");
    fixture.store.tables.run(
        "INSERT INTO on_call_shifts (schedule_id, account_id, begins_ms, ends_ms, name, title, keys)"
            + " VALUES (?, ?, epoch_millis() - 1000, epoch_millis() + 600000, 'x', 'x', ARRAY[?]),"
            + " (?, ?, 0, epoch_millis() - 1000, 'x', 'x', ARRAY['ada', 'bob@example.org'])",
        schedule,
        ScheduleTables.ACCOUNT,
        key,
        schedule,
        ScheduleTables.ACCOUNT);
  }

  @Test
  void thePersonOnCallIsToldAndGetsTheRecoveryAfterTheShift() throws SQLException {
    long always = fixture.channel(check, "{}");
    onCall("ada");
    fixture.ran(check, 0, FAILED);
    onCall("bob@example.org");
    fixture.ran(check, 1, PASSED);
    assertThat(fixture.told(ada)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(fixture.told(bob)).isEmpty();
    assertThat(fixture.told(always)).hasSize(2);
    fixture.ran(check, 2, FAILED);
    assertThat(fixture.told(bob)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(ada)).hasSize(2);
  }

  @Test
  void withoutACopyAndWithoutAScheduleEverybodyIsTold() throws SQLException {
    fixture.ran(check, 0, FAILED);
    fixture.store.tables.run("DELETE FROM on_call_schedules WHERE id = ?", schedule);
    fixture.ran(check, 1, PASSED);
    fixture.ran(check, 2, FAILED);
    assertThat(fixture.told(ada)).hasSize(3);
    assertThat(fixture.told(bob)).hasSize(3);
  }

  @Test
  void anotherLevelGoesToWhoIsOnCallThen() throws SQLException {
    onCall("ada");
    fixture.store.tables.run(
        "UPDATE alert_channels SET settings = settings || '{\"sendDegraded\":true}'");
    fixture.ran(check, 0, DEGRADED);
    onCall("bob@example.org");
    fixture.ran(check, 1, FAILED);
    fixture.ran(check, 2, PASSED);
    assertThat(fixture.told(ada)).containsExactly("ALERT_DEGRADED", "ALERT_RECOVERY");
    assertThat(fixture.told(bob)).containsExactly("ALERT_DEGRADED_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void aCertificateIsToldOnceToThePersonOnCall() throws SQLException {
    fixture.store.tables.run(
        "UPDATE alert_channels SET settings = settings"
            + " || '{\"sslExpiry\":true,\"sslExpiryThreshold\":20}'");
    onCall("ada");
    ResultBatch batch = new ResultBatch();
    batch.states.put(
        fixture.series(check, "cellar"),
        new ResultBatch.State(PASSED, fixture.start, fixture.start + 10 * 86_400_000L));
    fixture.store.write(batch);
    AlertJobs jobs = fixture.jobs();
    jobs.start();
    fixture.until(2, "SELECT count(*) FROM certificate_alerts");
    RunStoreFixture.get(jobs.stop());
    assertThat(fixture.told(ada)).containsExactly("ALERT_SSL");
    assertThat(fixture.told(bob)).isEmpty();
  }

  @Test
  void quietHoursAndStagesHoldWhatThePersonOnCallGets() throws SQLException {
    long quiet =
        channel(
            "Ada", ",\"quietHours\":[{\"timeZone\":\"UTC\",\"from\":\"00:00\",\"to\":\"00:00\"}]");
    long later = channel("Ada", ",\"escalateAfterMinutes\":10");
    onCall("ada");
    fixture.ran(check, 0, FAILED);
    assertThat(fixture.told(ada)).containsExactly("ALERT_FAILURE");
    assertThat(
            fixture.number(
                "SELECT count(*) FROM deliveries WHERE channel_id = ? AND held_until_ms > 0",
                quiet))
        .isEqualTo(1);
    assertThat(fixture.told(later)).isEmpty();
    assertThat(fixture.told(bob)).isEmpty();
  }
}
