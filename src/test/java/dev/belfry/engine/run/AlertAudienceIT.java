package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is told of what, by the settings that are in force when it is decided. */
class AlertAudienceIT {
  private static final String SECOND_RUN =
      "\"alertSettings\":{\"runBasedEscalation\":{\"failedRunThreshold\":2}}";
  private static final String THIRD_RUN = "{\"runBasedEscalation\":{\"failedRunThreshold\":3}}";

  private final AlertFixture stage = new AlertFixture();

  AlertAudienceIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    stage.close();
  }

  @Test
  void eachChannelHearsWhatItWants() throws SQLException {
    UUID check = stage.check("");
    long all = stage.channel(check, "{\"sendDegraded\":true}");
    long failures = stage.channel(check, "{\"sendRecovery\":false}");
    long slowness =
        stage.channel(check, "{\"sendFailure\":false,\"sendDegraded\":true,\"sendRecovery\":true}");
    stage.ran(check, 1, DEGRADED);
    stage.ran(check, 2, FAILED);
    stage.ran(check, 3, DEGRADED);
    stage.ran(check, 4, PASSED);
    assertThat(stage.told(all))
        .containsExactly(
            "ALERT_DEGRADED",
            "ALERT_DEGRADED_FAILURE",
            "ALERT_FAILURE_DEGRADED",
            "ALERT_DEGRADED_RECOVERY");
    assertThat(stage.told(failures)).containsExactly("ALERT_DEGRADED_FAILURE");
    assertThat(stage.told(slowness))
        .containsExactly("ALERT_DEGRADED", "ALERT_FAILURE_DEGRADED", "ALERT_DEGRADED_RECOVERY");
  }

  @Test
  void whoWasToldNothingHearsOfNoRecovery() throws SQLException {
    UUID check = stage.check("");
    long told = stage.channel(check, "{}");
    long uninterested = stage.channel(check, "{\"sendFailure\":false}");
    stage.ran(check, 1, FAILED);
    long late = stage.channel(check, "{}");
    stage.ran(check, 2, PASSED);
    assertThat(stage.told(told)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(stage.told(uninterested)).isEmpty();
    assertThat(stage.told(late)).isEmpty();
  }

  @Test
  void aChannelOfCheckAndGroupIsToldOnce() throws SQLException {
    long group = stage.store.tables.group("{\"name\":\"Shop\"}");
    UUID check = stage.check("", group);
    long both = stage.channel(check, "{}");
    stage.subscribe(both, null, group, true);
    long ofGroup = stage.channel("{}");
    stage.subscribe(ofGroup, null, group, true);
    long off = stage.channel("{}");
    stage.subscribe(off, check, null, false);
    stage.ran(check, 1, FAILED);
    assertThat(stage.told(both)).containsExactly("ALERT_FAILURE");
    assertThat(stage.told(ofGroup)).containsExactly("ALERT_FAILURE");
    assertThat(stage.told(off)).isEmpty();
    assertThat(stage.texts("SELECT context ->> 'GROUP_NAME' FROM alerts")).containsExactly("Shop");
  }

  @Test
  void theGroupsSettingsWinOverTheChecksAndThoseOverTheAccounts() throws SQLException {
    stage.store.tables.run("UPDATE accounts SET alert_settings = ?::jsonb", THIRD_RUN);
    UUID global = stage.check(SECOND_RUN);
    UUID own = stage.check(SECOND_RUN + ",\"useGlobalAlertSettings\":false");
    long group =
        stage.store.tables.group(
            "{\"name\":\"Shop\",\"alertSettings\":{\"runBasedEscalation\":"
                + "{\"failedRunThreshold\":1}}}");
    UUID member = stage.check(SECOND_RUN + ",\"useGlobalAlertSettings\":false", group);
    for (int run = 1; run <= 3; run++) {
      for (UUID check : new UUID[] {global, own, member}) {
        stage.ran(check, run, FAILED);
      }
      assertThat(stage.alerts(member)).as("run %d", run).hasSize(1);
      assertThat(stage.alerts(own)).as("run %d", run).hasSize(run >= 2 ? 1 : 0);
      assertThat(stage.alerts(global)).as("run %d", run).hasSize(run >= 3 ? 1 : 0);
    }
  }

  @Test
  void aMutedCheckKeepsItsStateAndSaysNothing() throws SQLException {
    UUID check = stage.check("\"muted\":true");
    long channel = stage.channel(check, "{}");
    stage.ran(check, 1, FAILED);
    assertThat(stage.alerts(check)).containsExactly("ALERT_FAILURE");
    stage.set(check, "{\"muted\":false}");
    stage.ran(check, 2, PASSED);
    assertThat(stage.alerts(check)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(stage.told(channel)).as("it never heard of the failure").isEmpty();
  }

  @Test
  void aMutedGroupSilencesItsMembers() throws SQLException {
    long group = stage.store.tables.group("{\"name\":\"Shop\",\"muted\":true}");
    UUID check = stage.check("", group);
    long channel = stage.channel(check, "{}");
    stage.ran(check, 1, FAILED);
    assertThat(stage.alerts(check)).containsExactly("ALERT_FAILURE");
    assertThat(stage.told(channel)).isEmpty();
  }

  @Test
  void aCheckPausedWhileFailingRecoversWithItsFirstPassAfterwards() throws SQLException {
    UUID check = stage.check("");
    long channel = stage.channel(check, "{}");
    stage.ran(check, 1, FAILED);
    stage.set(check, "{\"activated\":false}");
    assertThat(stage.store.count("alert_states")).isEqualTo(1);
    stage.set(check, "{\"activated\":true}");
    stage.ran(check, 2, PASSED);
    assertThat(stage.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void maintenanceHoldsBackUntilItIsOver() throws SQLException {
    UUID check = stage.check("\"tags\":[\"shop\"]");
    long channel = stage.channel(check, "{}");
    stage.store.tables.run(
        """
        WITH w AS (
          INSERT INTO maintenance_windows (account_id, name, starts_at, ends_at, tags,
            pause_all_checks, silence_all_alerts, silence_alerts_tags, created_at)
          VALUES (?, 'Move', now() - interval '1 hour', now() + interval '1 hour', '{shop}', false,
            false, '{}', now()) RETURNING id, account_id)
        INSERT INTO maintenance_intervals
        SELECT id, account_id, epoch_millis() - 3600000, epoch_millis() + 3600000 FROM w""",
        ScheduleTables.ACCOUNT);
    stage.ran(check, 1, FAILED);
    assertThat(stage.alerts(check)).isEmpty();
    stage.store.tables.run("DELETE FROM maintenance_windows");
    stage.ran(check, 2, FAILED);
    assertThat(stage.told(channel)).containsExactly("ALERT_FAILURE");
  }

  @Test
  void parallelLocationsDecideTogetherWhoeverEndsThem() throws SQLException {
    UUID check =
        stage.check(
            """
            "runParallel":true,"locations":["eu-west-1","us-east-1"],"useGlobalAlertSettings":false,
            "alertSettings":{"parallelRunFailureThreshold":{"enabled":true,"percentage":100}}""");
    long channel = stage.channel(check, "{\"sendDegraded\":true}");
    int[] series = {
      stage.series(check, "eu-west-1"),
      stage.series(check, "us-east-1"),
      stage.series(check, "cellar")
    };
    for (int run = 1; run <= 2; run++) {
      for (int location = 0; location < 3; location++) {
        ResultBatch batch = new ResultBatch();
        boolean failed = run == 2 || location == 1;
        batch.add(stage.result(series[location], run, failed ? FAILED : PASSED));
        stage.store.write(batch);
        boolean all = run == 2 && location == 2;
        assertThat(stage.told(channel)).as("%d %d", run, location).hasSize(all ? 1 : 0);
      }
      if (run == 1) {
        assertThat(stage.store.count("alert_states")).as("one of three is not enough").isZero();
      }
    }
  }

  /** The first location passed while there was nothing to remember: nobody noted that then. */
  @Test
  void aSlotThatBeganWellIsStillDecided() throws SQLException {
    UUID check = stage.check("\"runParallel\":true,\"locations\":[\"eu-west-1\"]");
    long channel = stage.channel(check, "{\"sendDegraded\":true}");
    ResultBatch well = new ResultBatch();
    well.add(stage.result(stage.series(check, "eu-west-1"), 1, PASSED));
    stage.store.write(well);
    stage.ran(check, 1, DEGRADED);
    assertThat(stage.told(channel)).containsExactly("ALERT_DEGRADED");
  }
}
