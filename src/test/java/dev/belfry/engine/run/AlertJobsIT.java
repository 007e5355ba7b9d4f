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

  private final AlertFixture stage = new AlertFixture();
  private final AlertJobs one = stage.jobs();
  private final AlertJobs other = stage.jobs();

  AlertJobsIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    RunStoreFixture.get(one.stop());
    RunStoreFixture.get(other.stop());
    stage.close();
  }

  private void start() {
    one.start();
    other.start();
  }

  /** Both instances have looked at everything once more. */
  private void untilNothingIsDue() throws SQLException {
    stage.until(0, "SELECT count(*) FROM alert_states WHERE due_ms <= epoch_millis()");
  }

  @Test
  void aReminderThatIsDueIsSentOnce() throws SQLException {
    UUID check = stage.check(REMIND);
    long channel = stage.channel(check, "{}");
    stage.ran(check, 0, FAILED);
    start();
    stage.until(2, "SELECT count(*) FROM alerts");
    untilNothingIsDue();
    assertThat(stage.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_FAILURE_REMAIN");
    assertThat(
            stage.texts(
                "SELECT concat_ws(' ', reminder, context ->> 'IS_REMINDER',"
                    + " context ->> 'REMINDER_SEQUENCE', context ->> 'CHECK_ERROR_MESSAGE')"
                    + " FROM alerts WHERE reminder > 0"))
        .containsExactly("1 true 1 It is broken.");
    stage.ran(check, 50, PASSED);
    assertThat(stage.told(channel)).endsWith("ALERT_RECOVERY");
  }

  @Test
  void timeEscalates() throws SQLException {
    UUID check =
        stage.check(
            """
            "useGlobalAlertSettings":false,"alertSettings":{"escalationType":"TIME_BASED",
            "timeBasedEscalation":{"minutesFailingThreshold":5}}""");
    long channel = stage.channel(check, "{}");
    stage.ran(check, 0, FAILED);
    assertThat(stage.alerts(check)).isEmpty();
    start();
    stage.until(1, "SELECT count(*) FROM deliveries WHERE channel_id = ?", channel);
    assertThat(stage.texts("SELECT context ->> 'CHECK_ERROR_MESSAGE' FROM alerts"))
        .containsExactly("It is broken.");
  }

  @Test
  void aStateThatSomebodyIsAtIsLeftAlone() throws SQLException {
    UUID busy = stage.check(REMIND);
    UUID free = stage.check(REMIND);
    stage.ran(busy, 0, FAILED);
    stage.ran(free, 0, FAILED);
    try (Connection connection = stage.store.tables.connect()) {
      connection.setAutoCommit(false);
      ScheduleTables.run(
          connection, "SELECT FROM alert_states WHERE check_id = ? FOR UPDATE", busy);
      start();
      stage.until(2, "SELECT count(*) FROM alerts WHERE check_id = ?", free);
      assertThat(stage.alerts(busy)).hasSize(1);
      connection.rollback();
    }
    stage.until(2, "SELECT count(*) FROM alerts WHERE check_id = ?", busy);
  }

  private void certificate(UUID check, int run, long days) throws SQLException {
    ResultBatch batch = new ResultBatch();
    long expires = stage.start + days * DAY + DAY / 2;
    int series = stage.series(check, "cellar");
    batch.states.put(series, new ResultBatch.State(Verdict.PASSED, stage.start + run, expires));
    stage.store.write(batch);
  }

  @Test
  void eachChannelHearsOfACertificateOnceAtItsThreshold() throws SQLException {
    UUID check = stage.check("");
    UUID muted = stage.check("\"muted\":true");
    long early = stage.channel(check, "{\"sslExpiry\":true,\"sslExpiryThreshold\":20}");
    long late = stage.channel(check, "{\"sslExpiry\":true,\"sslExpiryThreshold\":3}");
    long never = stage.channel(check, "{\"sslExpiry\":false,\"sslExpiryThreshold\":30}");
    stage.subscribe(early, muted, null, true);
    certificate(muted, 1, 10);
    certificate(check, 1, 20);
    start();
    stage.until(1, "SELECT count(*) FROM deliveries");
    assertThat(stage.told(early)).containsExactly("ALERT_SSL");
    assertThat(
            stage.texts(
                "SELECT concat_ws(' ', context ->> 'SSL_DAYS_REMAINING',"
                    + " context ->> 'SSL_CHECK_DOMAIN', context ->> 'ALERT_TITLE') FROM alerts"))
        .containsExactly("20 e.org The certificate of Home expires in 20 days");
    certificate(check, 2, 3);
    RunStoreFixture.get(one.stop());
    AlertJobs again = stage.jobs();
    again.start();
    stage.until(3, "SELECT count(*) FROM deliveries");
    RunStoreFixture.get(again.stop());
    assertThat(stage.told(early)).hasSize(2);
    assertThat(stage.told(late)).containsExactly("ALERT_SSL");
    assertThat(stage.told(never)).isEmpty();
    assertThat(stage.alerts(muted)).isEmpty();
  }

  @Test
  void oldAlertsGoUnlessTheyAreStillNeeded() throws SQLException {
    UUID over = stage.check("");
    UUID going = stage.check("");
    UUID unsent = stage.check("");
    for (UUID check : new UUID[] {over, going, unsent}) {
      stage.channel(check, "{}");
      stage.ran(check, 1, FAILED);
    }
    stage.ran(over, 2, PASSED);
    stage.ran(unsent, 2, PASSED);
    stage.store.tables.run("UPDATE alerts SET decided_ms = 1");
    stage.store.tables.run(
        "UPDATE deliveries SET state = 'DELIVERED' WHERE alert_id IN"
            + " (SELECT id FROM alerts WHERE check_id <> ?)",
        unsent);
    start();
    stage.until(0, "SELECT count(*) FROM alerts WHERE check_id = ?", over);
    assertThat(stage.alerts(going)).hasSize(1);
    assertThat(stage.alerts(unsent)).hasSize(2);
    assertThat(stage.store.count("deliveries")).isEqualTo(3);
  }
}
