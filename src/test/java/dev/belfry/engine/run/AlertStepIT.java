package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

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
  private final AlertFixture stage = new AlertFixture();

  AlertStepIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    stage.close();
  }

  private long states() throws SQLException {
    return stage.store.count("alert_states");
  }

  @Test
  void aFailureIsTraced() throws SQLException {
    UUID check = stage.check("\"description\":\"Front page\",\"tags\":[\"shop\"]");
    long channel = stage.channel(check, "{}");
    stage.ran(check, 1, FAILED);
    assertThat(
            stage.texts(
                """
                SELECT concat_ws(' ', type, at - ?, scheduled_ms = at, started_ms - at,
                  failed_ms - at, decided_ms >= failed_ms, reminder, context ->> 'CHECK_NAME',
                  context ->> 'CHECK_ERROR_MESSAGE', context ->> 'TAGS', context ->> 'RUN_LOCATION',
                  context ->> 'RESPONSE_TIME', context ->> 'API_CHECK_RESPONSE_STATUS_CODE',
                  context ->> 'url') FROM alerts""",
                stage.start))
        .containsExactly(
            "ALERT_FAILURE 10000 t 12 162 t 0 Home It is broken. [\"shop\"] cellar 150 500"
                + " http://e.org/");
    assertThat(
            stage.texts(
                "SELECT concat_ws(' ', kind, lane, state, attempts, alert_id IS NOT NULL)"
                    + " FROM deliveries"))
        .containsExactly("ALERT channel:" + channel + " PENDING 0 t");
  }

  @Test
  void flappingNeverSkipsARecovery() throws SQLException {
    UUID check = stage.check("");
    long channel = stage.channel(check, "{}");
    for (int run = 0; run < 6; run++) {
      stage.ran(check, run, run % 2 == 0 ? FAILED : PASSED);
    }
    assertThat(stage.told(channel))
        .containsExactly(
            "ALERT_FAILURE",
            "ALERT_RECOVERY",
            "ALERT_FAILURE",
            "ALERT_RECOVERY",
            "ALERT_FAILURE",
            "ALERT_RECOVERY");
    assertThat(stage.number("SELECT count(DISTINCT episode) FROM alerts")).isEqualTo(3);
    assertThat(states()).as("well checks cost nothing").isZero();
  }

  @Test
  void aWholeEpisodeInOneBatchIsToldToo() throws SQLException {
    UUID check = stage.check("");
    long channel = stage.channel(check, "{}");
    ResultBatch batch = stage.batch(check, 1, FAILED);
    batch.add(stage.result(stage.series(check, "cellar"), 2, PASSED));
    stage.store.write(batch);
    assertThat(stage.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(states()).isZero();
  }

  @Test
  void theSameBatchTwiceStepsNothingTwice() throws SQLException {
    UUID check =
        stage.check(
            "\"useGlobalAlertSettings\":false,"
                + "\"alertSettings\":{\"runBasedEscalation\":{\"failedRunThreshold\":2}}");
    stage.channel(check, "{}");
    ResultBatch first = stage.batch(check, 1, FAILED);
    stage.store.write(first);
    stage.store.write(first);
    assertThat(stage.alerts(check)).as("one failed run").isEmpty();
    ResultBatch second = stage.batch(check, 2, FAILED);
    stage.store.write(second);
    stage.store.write(second);
    assertThat(stage.alerts(check)).containsExactly("ALERT_FAILURE");
    assertThat(stage.store.count("deliveries")).isEqualTo(1);
  }

  @Test
  void aFencedInstanceRaisesNothing() throws SQLException {
    UUID check = stage.check("");
    stage.channel(check, "{}");
    stage.store.fence();
    assertThat(stage.store.write(stage.batch(check, 1, FAILED))).isFalse();
    for (String table : List.of("results", "alert_states", "alerts", "deliveries")) {
      assertThat(stage.store.count(table)).as(table).isZero();
    }
  }

  @Test
  void aCheckThatIsBeingDeletedHoldsNobodyUp() throws SQLException {
    UUID leaving = stage.check("");
    UUID staying = stage.check("");
    long channel = stage.channel(staying, "{}");
    ResultBatch batch = stage.batch(leaving, 1, FAILED);
    batch.add(stage.result(stage.series(staying, "cellar"), 1, FAILED));
    try (Connection other = stage.store.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "DELETE FROM checks WHERE id = ?", leaving);
      assertThat(stage.store.write(batch)).isTrue();
      other.commit();
    }
    assertThat(stage.told(channel)).containsExactly("ALERT_FAILURE");
    assertThat(stage.alerts(leaving)).isEmpty();
    assertThat(stage.store.write(stage.batch(staying, 2, PASSED))).isTrue();
    assertThat(stage.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void aChannelThatIsBeingDeletedHoldsNobodyUp() throws SQLException {
    UUID check = stage.check("");
    long leaving = stage.channel(check, "{}");
    long staying = stage.channel(check, "{}");
    try (Connection other = stage.store.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "DELETE FROM alert_channels WHERE id = ?", leaving);
      stage.ran(check, 1, FAILED);
      other.commit();
    }
    assertThat(stage.told(staying)).containsExactly("ALERT_FAILURE");
    assertThat(stage.store.count("deliveries")).isEqualTo(1);
  }

  @Test
  void twoInstancesWaitForEachOtherAtTheSameCheck() throws SQLException {
    UUID check = stage.check("");
    long channel = stage.channel(check, "{}");
    stage.ran(check, 1, FAILED);
    try (Connection other = stage.store.tables.connect()) {
      other.setAutoCommit(false);
      ScheduleTables.run(other, "SELECT FROM alert_states FOR UPDATE");
      Future<Boolean> write =
          stage.store.store.write(stage.store.instance, stage.batch(check, 2, PASSED));
      stage.store.untilWaiting(1);
      other.commit();
      assertThat(RunStoreFixture.get(write)).isTrue();
    }
    assertThat(stage.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void settingsThatDoNotFitHoldNobodyUp() throws SQLException {
    UUID odd = stage.check("\"tags\":7");
    UUID sound = stage.check("");
    ResultBatch batch = stage.batch(odd, 1, FAILED);
    batch.add(stage.result(stage.series(sound, "cellar"), 1, FAILED));
    assertThat(stage.store.write(batch)).isTrue();
    assertThat(stage.alerts(sound)).containsExactly("ALERT_FAILURE");
    assertThat(stage.alerts(odd)).isEmpty();
  }

  @Test
  void whatIsInconclusiveLeadsToNothing() throws SQLException {
    UUID check = stage.check("");
    long channel = stage.channel(check, "{\"sendDegraded\":true}");
    stage.ran(check, 1, Verdict.OBSERVER_FAULT);
    assertThat(states()).isZero();
    stage.ran(check, 2, DEGRADED);
    stage.ran(check, 3, Verdict.OBSERVER_FAULT);
    stage.ran(check, 4, PASSED);
    assertThat(stage.told(channel)).containsExactly("ALERT_DEGRADED", "ALERT_DEGRADED_RECOVERY");
  }
}
