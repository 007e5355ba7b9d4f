package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertJobs;
import dev.belfry.monitoring.check.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What two instances make of time going by. Runs lie ten minutes back, so that it has gone by. */
class AlertJobsIT {
  private static final long DAY = 86_400_000;
  private static final String REMIND =
      "\"useGlobalAlertSettings\":false,\"alertSettings\":{\"reminders\":"
          + "{\"amount\":2,\"interval\":5}}";

  private final AlertFixture fixture = new AlertFixture();
  private final AlertJobs one = fixture.jobs();
  private final AlertJobs other = fixture.jobs();

  AlertJobsIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    RunStoreFixture.get(one.stop());
    RunStoreFixture.get(other.stop());
    fixture.close();
  }

  private void start() {
    one.start();
    other.start();
  }

  /** Both instances have looked at everything once more. */
  private void untilNothingIsDue() throws SQLException {
    fixture.until(0, "SELECT count(*) FROM alert_states WHERE due_ms <= epoch_millis()");
  }

  @Test
  void aReminderThatIsDueIsSentOnce() throws SQLException {
    UUID check = fixture.check(REMIND);
    long channel = fixture.channel(check, "{}");
    fixture.ran(check, 0, FAILED);
    start();
    fixture.until(2, "SELECT count(*) FROM alerts");
    untilNothingIsDue();
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_FAILURE_REMAIN");
    assertThat(
            fixture.texts(
                "SELECT concat_ws(' ', reminder, context ->> 'IS_REMINDER',"
                    + " context ->> 'REMINDER_SEQUENCE', context ->> 'CHECK_ERROR_MESSAGE')"
                    + " FROM alerts WHERE reminder > 0"))
        .containsExactly("1 true 1 It is broken.");
    fixture.ran(check, 50, PASSED);
    assertThat(fixture.told(channel)).endsWith("ALERT_RECOVERY");
  }

  @Test
  void timeEscalates() throws SQLException {
    UUID check =
        fixture.check(
            """
            "useGlobalAlertSettings":false,"alertSettings":{"escalationType":"TIME_BASED",
            "timeBasedEscalation":{"minutesFailingThreshold":5}}\
            """);
    long channel = fixture.channel(check, "{}");
    fixture.ran(check, 0, FAILED);
    assertThat(fixture.alerts(check)).isEmpty();
    start();
    fixture.until(1, "SELECT count(*) FROM deliveries WHERE channel_id = ?", channel);
    assertThat(fixture.texts("SELECT context ->> 'CHECK_ERROR_MESSAGE' FROM alerts"))
        .containsExactly("It is broken.");
  }

  @Test
  void aStateThatSomebodyIsAtIsLeftAlone() throws SQLException {
    UUID busy = fixture.check(REMIND);
    UUID free = fixture.check(REMIND);
    fixture.ran(busy, 0, FAILED);
    fixture.ran(free, 0, FAILED);
    try (Connection connection = fixture.store.tables.connect()) {
      connection.setAutoCommit(false);
      ScheduleTables.run(
          connection, "SELECT FROM alert_states WHERE check_id = ? FOR UPDATE", busy);
      start();
      fixture.until(2, "SELECT count(*) FROM alerts WHERE check_id = ?", free);
      assertThat(fixture.alerts(busy)).hasSize(1);
      connection.rollback();
    }
    fixture.until(2, "SELECT count(*) FROM alerts WHERE check_id = ?", busy);
  }

  private void certificate(UUID check, int run, long days) throws SQLException {
    ResultBatch batch = new ResultBatch();
    long expires = fixture.start + days * DAY + DAY / 2;
    int series = fixture.series(check, "cellar");
    batch.states.put(series, new ResultBatch.State(Verdict.PASSED, fixture.start + run, expires));
    fixture.store.write(batch);
  }

  @Test
  void eachChannelHearsOfACertificateOnceAtItsThreshold() throws SQLException {
    UUID check = fixture.check("");
    UUID muted = fixture.check("\"muted\":true");
    long early = fixture.channel(check, "{\"sslExpiry\":true,\"sslExpiryThreshold\":20}");
    long late = fixture.channel(check, "{\"sslExpiry\":true,\"sslExpiryThreshold\":3}");
    long never = fixture.channel(check, "{\"sslExpiry\":false,\"sslExpiryThreshold\":30}");
    fixture.subscribe(early, muted, null, true);
    certificate(muted, 1, 10);
    certificate(check, 1, 20);
    start();
    fixture.until(1, "SELECT count(*) FROM deliveries");
    assertThat(fixture.told(early)).containsExactly("ALERT_SSL");
    assertThat(
            fixture.texts(
                "SELECT concat_ws(' ', context ->> 'SSL_DAYS_REMAINING',"
                    + " context ->> 'SSL_CHECK_DOMAIN', context ->> 'ALERT_TITLE') FROM alerts"))
        .containsExactly("20 e.org The certificate of Home expires in 20 days");
    certificate(check, 2, 3);
    RunStoreFixture.get(one.stop());
    AlertJobs again = fixture.jobs();
    again.start();
    fixture.until(3, "SELECT count(*) FROM deliveries");
    RunStoreFixture.get(again.stop());
    assertThat(fixture.told(early)).hasSize(2);
    assertThat(fixture.told(late)).containsExactly("ALERT_SSL");
    assertThat(fixture.told(never)).isEmpty();
    assertThat(fixture.alerts(muted)).isEmpty();
  }

  @Test
  void oldAlertsGoUnlessTheyAreStillNeeded() throws SQLException {
    UUID over = fixture.check("");
    UUID going = fixture.check("");
    UUID unsent = fixture.check("");
    for (UUID check : new UUID[] {over, going, unsent}) {
      fixture.channel(check, "{}");
      fixture.ran(check, 1, FAILED);
    }
    fixture.ran(over, 2, PASSED);
    fixture.ran(unsent, 2, PASSED);
    fixture.store.tables.run("UPDATE alerts SET decided_ms = 1");
    fixture.store.tables.run(
        "UPDATE deliveries SET state = 'DELIVERED' WHERE alert_id IN"
            + " (SELECT id FROM alerts WHERE check_id <> ?)",
        unsent);
    start();
    fixture.until(0, "SELECT count(*) FROM alerts WHERE check_id = ?", over);
    assertThat(fixture.alerts(going)).hasSize(1);
    assertThat(fixture.alerts(unsent)).hasSize(2);
    assertThat(fixture.store.count("deliveries")).isEqualTo(3);
  }
}
