package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertJobs;
import dev.belfry.monitoring.check.Verdict;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results, states, alerts and messages change together, once, or not at all. */
class AlertStepIT {
  private final AlertFixture fixture = new AlertFixture();

  AlertStepIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private long states() throws SQLException {
    return fixture.store.count("alert_states");
  }

  @Test
  void aFailureIsTraced() throws SQLException {
    UUID check = fixture.check("\"description\":\"Front page\",\"tags\":[\"shop\"]");
    long channel = fixture.channel(check, "{}");
    fixture.ran(check, 1, FAILED);
    assertThat(
            fixture.texts(
                """
                SELECT concat_ws(' ', type, at - ?, scheduled_ms = at, started_ms - at,
                  failed_ms - at, decided_ms >= failed_ms, reminder, context ->> 'CHECK_NAME',
                  context ->> 'CHECK_ERROR_MESSAGE', context ->> 'TAGS', context ->> 'RUN_LOCATION',
                  context ->> 'RESPONSE_TIME', context ->> 'API_CHECK_RESPONSE_STATUS_CODE',
                  context ->> 'url') FROM alerts\
                """,
                fixture.start))
        .containsExactly(
            "ALERT_FAILURE 10000 t 12 162 t 0 Home It is broken. [\"shop\"] cellar 150 500"
                + " http://e.org/");
    assertThat(
            fixture.texts(
                "SELECT concat_ws(' ', kind, lane, state, attempts, alert_id IS NOT NULL)"
                    + " FROM deliveries"))
        .containsExactly("ALERT channel:" + channel + " PENDING 0 t");
  }

  @Test
  void flappingNeverSkipsARecovery() throws SQLException {
    UUID check = fixture.check("");
    long channel = fixture.channel(check, "{}");
    for (int run = 0; run < 6; run++) {
      fixture.ran(check, run, run % 2 == 0 ? FAILED : PASSED);
    }
    assertThat(fixture.told(channel))
        .containsExactly(
            "ALERT_FAILURE",
            "ALERT_RECOVERY",
            "ALERT_FAILURE",
            "ALERT_RECOVERY",
            "ALERT_FAILURE",
            "ALERT_RECOVERY");
    assertThat(fixture.number("SELECT count(DISTINCT episode) FROM alerts")).isEqualTo(3);
    assertThat(states()).as("well checks cost nothing").isZero();
  }

  @Test
  void aWholeEpisodeInOneBatchIsToldToo() throws SQLException {
    UUID check = fixture.check("");
    long channel = fixture.channel(check, "{}");
    ResultBatch batch = fixture.batch(check, 1, FAILED);
    batch.add(fixture.result(fixture.series(check, "cellar"), 2, PASSED));
    fixture.store.write(batch);
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(states()).isZero();
  }

  @Test
  void theSameBatchTwiceStepsNothingTwice() throws SQLException {
    UUID check =
        fixture.check(
            "\"useGlobalAlertSettings\":false,"
                + "\"alertSettings\":{\"runBasedEscalation\":{\"failedRunThreshold\":2}}");
    fixture.channel(check, "{}");
    ResultBatch first = fixture.batch(check, 1, FAILED);
    fixture.store.write(first);
    fixture.store.write(first);
    assertThat(fixture.alerts(check)).as("one failed run").isEmpty();
    ResultBatch second = fixture.batch(check, 2, FAILED);
    fixture.store.write(second);
    fixture.store.write(second);
    assertThat(fixture.alerts(check)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.store.count("deliveries")).isEqualTo(1);
  }

  @Test
  void aFencedInstanceRaisesNothing() throws SQLException {
    UUID check = fixture.check("");
    fixture.channel(check, "{}");
    fixture.store.fence();
    assertThat(fixture.store.write(fixture.batch(check, 1, FAILED))).isFalse();
    for (String table : List.of("results", "alert_states", "alerts", "deliveries")) {
      assertThat(fixture.store.count(table)).as(table).isZero();
    }
  }

  @Test
  void aCheckThatIsBeingDeletedHoldsNobodyUp() throws SQLException {
    UUID leaving = fixture.check("");
    UUID staying = fixture.check("");
    long channel = fixture.channel(staying, "{}");
    ResultBatch batch = fixture.batch(leaving, 1, FAILED);
    batch.add(fixture.result(fixture.series(staying, "cellar"), 1, FAILED));
    try (Connection other = fixture.store.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "DELETE FROM checks WHERE id = ?", leaving);
      assertThat(fixture.store.write(batch)).isTrue();
      other.commit();
    }
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.alerts(leaving)).isEmpty();
    assertThat(fixture.store.write(fixture.batch(staying, 2, PASSED))).isTrue();
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void aChannelThatIsBeingDeletedHoldsNobodyUp() throws SQLException {
    UUID check = fixture.check("");
    long leaving = fixture.channel(check, "{}");
    long staying = fixture.channel(check, "{}");
    try (Connection other = fixture.store.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "DELETE FROM alert_channels WHERE id = ?", leaving);
      fixture.ran(check, 1, FAILED);
      other.commit();
    }
    assertThat(fixture.told(staying)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.store.count("deliveries")).isEqualTo(1);
  }

  @Test
  void aDeletionThatIsRolledBackCostsNoAlert() throws Exception {
    UUID service = UUID.randomUUID();
    fixture.store.tables.run(
        "INSERT INTO services (id, account_id, name, created_at) VALUES (?, ?, 'Shop', now())",
        service,
        ScheduleTables.ACCOUNT);
    UUID check =
        fixture.check(
            """
            "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"x","description":"y",
            "notifySubscribers":false}\
            """
                .formatted(service));
    long channel = fixture.channel(check, "{}");
    AlertJobs jobs = fixture.jobs();
    jobs.start();
    try {
      duringDeletion("DELETE FROM checks WHERE id = ?", check, () -> fails(check, 1));
      fixture.until(1, "SELECT count(*) FROM deliveries WHERE channel_id = ?", channel);
      fixture.ran(check, 3, PASSED);
      duringDeletion(
          "SELECT FROM services WHERE id = ? FOR UPDATE", service, () -> fails(check, 4));
      fixture.until(3, "SELECT count(*) FROM deliveries WHERE channel_id = ?", channel);
      fixture.ran(check, 6, PASSED);
      duringDeletion("DELETE FROM alert_channels WHERE id = ?", channel, () -> fails(check, 7));
      fixture.until(5, "SELECT count(*) FROM deliveries WHERE channel_id = ?", channel);
      assertThat(fixture.store.count("incidents")).isEqualTo(3);
      assertThat(fixture.told(channel))
          .containsExactly(
              "ALERT_FAILURE",
              "ALERT_RECOVERY",
              "ALERT_FAILURE",
              "ALERT_RECOVERY",
              "ALERT_FAILURE");
    } finally {
      RunStoreFixture.get(jobs.stop());
    }
  }

  @Test
  void aDeletionThatIsCommittedLeavesNothingToDo() throws Exception {
    UUID check = fixture.check("");
    UUID other = fixture.check("");
    long channel = fixture.channel(check, "{}");
    fixture.subscribe(channel, other, null, true);
    try (Connection deleting = fixture.store.tables.connect()) {
      deleting.setAutoCommit(false);
      ScheduleTables.run(deleting, "DELETE FROM checks WHERE id = ?", check);
      ScheduleTables.run(deleting, "DELETE FROM alert_channels WHERE id = ?", channel);
      fails(check, 1);
      fails(other, 1);
      deleting.commit();
    }
    AlertJobs jobs = fixture.jobs();
    jobs.start();
    try {
      fixture.until(0, "SELECT count(*) FROM alerts WHERE check_id = ?", check);
      fixture.ran(other, 3, PASSED);
      assertThat(fixture.alerts(other)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
      assertThat(fixture.store.count("deliveries")).isZero();
    } finally {
      RunStoreFixture.get(jobs.stop());
    }
  }

  private void fails(UUID check, int run) throws SQLException {
    assertThat(fixture.store.write(fixture.batch(check, run, FAILED))).isTrue();
    assertThat(fixture.store.write(fixture.batch(check, run + 1, FAILED))).isTrue();
  }

  private interface Action {
    void run() throws SQLException;
  }

  private void duringDeletion(String sql, Object id, Action action) throws SQLException {
    try (Connection deleting = fixture.store.tables.connect()) {
      deleting.setAutoCommit(false);
      ScheduleTables.run(deleting, sql, id);
      action.run();
      deleting.rollback();
    }
  }

  @Test
  void twoInstancesWaitForEachOtherAtTheSameCheck() throws SQLException {
    UUID check = fixture.check("");
    long channel = fixture.channel(check, "{}");
    fixture.ran(check, 1, FAILED);
    try (Connection other = fixture.store.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "SELECT FROM alert_states FOR UPDATE");
      Future<Boolean> write =
          fixture.store.store.write(fixture.store.instance, fixture.batch(check, 2, PASSED));
      fixture.store.untilWaiting(1);
      other.commit();
      assertThat(RunStoreFixture.get(write)).isTrue();
    }
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void settingsThatDoNotFitHoldNobodyUp() throws SQLException {
    UUID odd = fixture.check("\"tags\":7");
    UUID sound = fixture.check("");
    ResultBatch batch = fixture.batch(odd, 1, FAILED);
    batch.add(fixture.result(fixture.series(sound, "cellar"), 1, FAILED));
    assertThat(fixture.store.write(batch)).isTrue();
    assertThat(fixture.alerts(sound)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.alerts(odd)).isEmpty();
  }

  @Test
  void whatIsInconclusiveLeadsToNothing() throws SQLException {
    UUID check = fixture.check("");
    long channel = fixture.channel(check, "{\"sendDegraded\":true}");
    fixture.ran(check, 1, Verdict.OBSERVER_FAULT);
    assertThat(states()).isZero();
    fixture.ran(check, 2, DEGRADED);
    fixture.ran(check, 3, Verdict.OBSERVER_FAULT);
    fixture.ran(check, 4, PASSED);
    assertThat(fixture.told(channel)).containsExactly("ALERT_DEGRADED", "ALERT_DEGRADED_RECOVERY");
  }
}
