package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Alerts reach channels by the settings in force at the time of the decision. */
class AlertAudienceIT {
  private static final String SECOND_RUN =
      "\"alertSettings\":{\"runBasedEscalation\":{\"failedRunThreshold\":2}}";
  private static final String THIRD_RUN = "{\"runBasedEscalation\":{\"failedRunThreshold\":3}}";

  private final AlertFixture fixture = new AlertFixture();

  AlertAudienceIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  @Test
  void eachChannelHearsWhatItWants() throws SQLException {
    UUID check = fixture.check("");
    long all = fixture.channel(check, "{\"sendDegraded\":true}");
    long failures = fixture.channel(check, "{\"sendRecovery\":false}");
    long slowness =
        fixture.channel(
            check, "{\"sendFailure\":false,\"sendDegraded\":true,\"sendRecovery\":true}");
    fixture.ran(check, 1, DEGRADED);
    fixture.ran(check, 2, FAILED);
    fixture.ran(check, 3, DEGRADED);
    fixture.ran(check, 4, PASSED);
    assertThat(fixture.told(all))
        .containsExactly(
            "ALERT_DEGRADED",
            "ALERT_DEGRADED_FAILURE",
            "ALERT_FAILURE_DEGRADED",
            "ALERT_DEGRADED_RECOVERY");
    assertThat(fixture.told(failures)).containsExactly("ALERT_DEGRADED_FAILURE");
    assertThat(fixture.told(slowness))
        .containsExactly("ALERT_DEGRADED", "ALERT_FAILURE_DEGRADED", "ALERT_DEGRADED_RECOVERY");
  }

  @Test
  void whoWasToldNothingHearsOfNoRecovery() throws SQLException {
    UUID check = fixture.check("");
    long told = fixture.channel(check, "{}");
    long uninterested = fixture.channel(check, "{\"sendFailure\":false}");
    fixture.ran(check, 1, FAILED);
    long late = fixture.channel(check, "{}");
    fixture.ran(check, 2, PASSED);
    assertThat(fixture.told(told)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(fixture.told(uninterested)).isEmpty();
    assertThat(fixture.told(late)).isEmpty();
  }

  @Test
  void aChannelOfCheckAndGroupIsToldOnce() throws SQLException {
    long group = fixture.store.tables.group("{\"name\":\"Shop\"}");
    UUID check = fixture.check("", group);
    long both = fixture.channel(check, "{}");
    fixture.subscribe(both, null, group, true);
    long ofGroup = fixture.channel("{}");
    fixture.subscribe(ofGroup, null, group, true);
    long off = fixture.channel("{}");
    fixture.subscribe(off, check, null, false);
    fixture.ran(check, 1, FAILED);
    assertThat(fixture.told(both)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(ofGroup)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(off)).isEmpty();
    assertThat(fixture.texts("SELECT context ->> 'GROUP_NAME' FROM alerts"))
        .containsExactly("Shop");
  }

  @Test
  void theGroupsSettingsWinOverTheChecksAndThoseOverTheAccounts() throws SQLException {
    fixture.store.tables.run("UPDATE accounts SET alert_settings = ?::jsonb", THIRD_RUN);
    UUID global = fixture.check(SECOND_RUN);
    UUID own = fixture.check(SECOND_RUN + ",\"useGlobalAlertSettings\":false");
    long group =
        fixture.store.tables.group(
            "{\"name\":\"Shop\",\"alertSettings\":{\"runBasedEscalation\":"
                + "{\"failedRunThreshold\":1}}}");
    UUID member = fixture.check(SECOND_RUN + ",\"useGlobalAlertSettings\":false", group);
    for (int run = 1; run <= 3; run++) {
      for (UUID check : new UUID[] {global, own, member}) {
        fixture.ran(check, run, FAILED);
      }
      assertThat(fixture.alerts(member)).as("run %d", run).hasSize(1);
      assertThat(fixture.alerts(own)).as("run %d", run).hasSize(run >= 2 ? 1 : 0);
      assertThat(fixture.alerts(global)).as("run %d", run).hasSize(run >= 3 ? 1 : 0);
    }
  }

  @Test
  void aMutedCheckKeepsItsStateAndSaysNothing() throws SQLException {
    UUID check = fixture.check("\"muted\":true");
    long channel = fixture.channel(check, "{}");
    fixture.ran(check, 1, FAILED);
    assertThat(fixture.alerts(check)).containsExactly("ALERT_FAILURE");
    fixture.set(check, "{\"muted\":false}");
    fixture.ran(check, 2, PASSED);
    assertThat(fixture.alerts(check)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(fixture.told(channel)).as("it never heard of the failure").isEmpty();
  }

  @Test
  void aMutedGroupSilencesItsMembers() throws SQLException {
    long group = fixture.store.tables.group("{\"name\":\"Shop\",\"muted\":true}");
    UUID check = fixture.check("", group);
    long channel = fixture.channel(check, "{}");
    fixture.ran(check, 1, FAILED);
    assertThat(fixture.alerts(check)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(channel)).isEmpty();
  }

  @Test
  void aCheckPausedWhileFailingRecoversWithItsFirstPassAfterwards() throws SQLException {
    UUID check = fixture.check("");
    long channel = fixture.channel(check, "{}");
    fixture.ran(check, 1, FAILED);
    fixture.set(check, "{\"activated\":false}");
    assertThat(fixture.store.count("alert_states")).isEqualTo(1);
    fixture.set(check, "{\"activated\":true}");
    fixture.ran(check, 2, PASSED);
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void maintenanceHoldsBackUntilItIsOver() throws SQLException {
    UUID check = fixture.check("\"tags\":[\"shop\"]");
    long channel = fixture.channel(check, "{}");
    fixture.store.tables.run(
        """
        WITH w AS (
          INSERT INTO maintenance_windows (account_id, name, starts_at, ends_at, tags,
            pause_all_checks, silence_all_alerts, silence_alerts_tags, created_at)
          VALUES (?, 'Move', now() - interval '1 hour', now() + interval '1 hour', '{shop}', false,
            false, '{}', now()) RETURNING id, account_id)
        INSERT INTO maintenance_intervals
        SELECT id, account_id, epoch_millis() - 3600000, epoch_millis() + 3600000 FROM w\
        """,
        ScheduleTables.ACCOUNT);
    fixture.ran(check, 1, FAILED);
    assertThat(fixture.alerts(check)).isEmpty();
    fixture.store.tables.run("DELETE FROM maintenance_windows");
    fixture.ran(check, 2, FAILED);
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE");
  }

  @Test
  void parallelLocationsDecideTogetherWhoeverEndsThem() throws SQLException {
    UUID check =
        fixture.check(
            """
            "runParallel":true,"locations":["eu-west-1","us-east-1"],"useGlobalAlertSettings":false,
            "alertSettings":{"parallelRunFailureThreshold":{"enabled":true,"percentage":100}}\
            """);
    long channel = fixture.channel(check, "{\"sendDegraded\":true}");
    int[] series = {
      fixture.series(check, "eu-west-1"),
      fixture.series(check, "us-east-1"),
      fixture.series(check, "cellar")
    };
    for (int run = 1; run <= 2; run++) {
      for (int location = 0; location < 3; location++) {
        ResultBatch batch = new ResultBatch();
        boolean failed = run == 2 || location == 1;
        batch.add(fixture.result(series[location], run, failed ? FAILED : PASSED));
        fixture.store.write(batch);
        boolean all = run == 2 && location == 2;
        assertThat(fixture.told(channel)).as("%d %d", run, location).hasSize(all ? 1 : 0);
      }
      if (run == 1) {
        assertThat(fixture.store.count("alert_states")).as("one of three is not enough").isZero();
      }
    }
  }

  /** The first location passed while there was nothing to remember, so no state holds it. */
  @Test
  void aSlotThatBeganWellIsStillDecided() throws SQLException {
    UUID check = fixture.check("\"runParallel\":true,\"locations\":[\"eu-west-1\"]");
    long channel = fixture.channel(check, "{\"sendDegraded\":true}");
    ResultBatch well = new ResultBatch();
    well.add(fixture.result(fixture.series(check, "eu-west-1"), 1, PASSED));
    fixture.store.write(well);
    fixture.ran(check, 1, DEGRADED);
    assertThat(fixture.told(channel)).containsExactly("ALERT_DEGRADED");
  }
}
