package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.DEGRADED;
import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertJobs;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Alerts of checks that depend on others. Runs lie ten minutes back, one each ten seconds; those
 * from number {@link #LATER} on begin after everything that happened before.
 */
class DependentAlertsIT {
  private static final int LATER = 70;

  private final AlertFixture fixture = new AlertFixture();
  private final AlertJobs jobs = fixture.jobs();
  private final UUID router = fixture.check(AlertFixture.ONE_RUN + ",\"name\":\"Router\"");
  private final UUID home = fixture.check(AlertFixture.ONE_RUN);
  private final long channel = fixture.channel(home, "{\"sendDegraded\":true}");

  DependentAlertsIT() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    RunStoreFixture.get(jobs.stop());
    fixture.close();
  }

  private void depends(
      @Nullable UUID check, @Nullable Long group, @Nullable UUID parent, @Nullable Long parentGroup)
      throws SQLException {
    fixture.store.tables.run(
        "INSERT INTO dependencies (account_id, check_id, group_id, parent_check_id,"
            + " parent_group_id) VALUES (?, ?, ?, ?, ?)",
        ScheduleTables.ACCOUNT,
        check,
        group,
        parent,
        parentGroup);
  }

  private List<String> held() throws SQLException {
    return fixture.texts(
        "SELECT concat_ws(' ', type, held_name) FROM alerts WHERE held_name IS NOT NULL"
            + " AND check_id = ? ORDER BY decided_ms, id",
        home);
  }

  private List<String> told() throws SQLException {
    return fixture.told(channel);
  }

  /** Everything that is due has been decided. */
  private void settle() throws SQLException {
    jobs.start();
    fixture.until(0, "SELECT count(*) FROM ended_failures");
    fixture.until(0, "SELECT count(*) FROM alert_states WHERE due_ms <= epoch_millis()");
  }

  /** Time goes by until the next look. */
  private void look() throws SQLException {
    fixture.store.tables.run("UPDATE alert_states SET due_ms = epoch_millis()");
    settle();
  }

  @Test
  void aFailureBehindAFailingParentIsARowWithItsReason() throws SQLException {
    depends(home, null, router, null);
    fixture.ran(router, 0, FAILED);
    for (int run = 1; run < 5; run++) {
      fixture.ran(home, run, FAILED);
    }
    look();
    assertThat(held()).containsExactly("ALERT_FAILURE Router");
    assertThat(told()).isEmpty();
    assertThat(
            fixture.number(
                "SELECT count(*) FROM alerts WHERE held_check_id = ? AND check_id = ?",
                router,
                home))
        .isOne();

    fixture.ran(router, 6, PASSED);
    settle();
    assertThat(told()).as("it may be well by now").isEmpty();
    fixture.ran(home, 7, PASSED);
    assertThat(told()).isEmpty();
    assertThat(fixture.number("SELECT count(*) FROM alert_states")).isZero();
  }

  @Test
  void whatStillFailsAfterItsParentIsTold() throws SQLException {
    depends(home, null, router, null);
    fixture.ran(router, 0, FAILED);
    fixture.ran(home, 1, DEGRADED);
    fixture.ran(home, 2, FAILED);
    assertThat(held()).containsExactly("ALERT_DEGRADED Router", "ALERT_FAILURE Router");
    fixture.ran(router, 3, PASSED);
    settle();
    fixture.ran(home, 4, FAILED);
    assertThat(told()).as("this run began before the hold ended").isEmpty();
    fixture.ran(home, LATER, FAILED);
    fixture.ran(home, LATER + 1, PASSED);
    assertThat(told()).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(
            fixture.number("SELECT count(DISTINCT episode) FROM alerts WHERE check_id = ?", home))
        .as("one episode")
        .isOne();
  }

  @Test
  void aRecoveryIsNotHeld() throws SQLException {
    depends(home, null, router, null);
    fixture.ran(home, 0, FAILED);
    fixture.ran(home, 1, FAILED);
    assertThat(told()).as("the router had no run since").isEmpty();
    fixture.ran(router, 1, PASSED);
    fixture.ran(home, 2, FAILED);
    assertThat(told()).containsExactly("ALERT_FAILURE");
    fixture.ran(router, 2, FAILED);
    fixture.ran(home, 3, PASSED);
    assertThat(told()).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void whatFailsFirstWaitsForItsParent() throws SQLException {
    depends(home, null, router, null);
    fixture.ran(home, 0, FAILED);
    assertThat(told()).isEmpty();
    assertThat(
            fixture.number(
                "SELECT due_ms - ? FROM alert_states WHERE check_id = ?", fixture.start, home))
        .as("one period of the parent")
        .isBetween(10_000L, 11_000L);
    settle();
    assertThat(told()).containsExactly("ALERT_FAILURE");
  }

  @Test
  void whatFailsFirstIsHeldWhenItsParentFailsToo() throws SQLException {
    depends(home, null, router, null);
    ResultBatch batch = fixture.batch(home, 0, FAILED);
    batch.add(fixture.result(fixture.series(router, "cellar"), 0, FAILED));
    fixture.store.write(batch);
    assertThat(told()).isEmpty();
    settle();
    assertThat(told()).isEmpty();
    assertThat(held()).containsExactly("ALERT_FAILURE Router");
  }

  @Test
  void aDeletedOrPausedParentHoldsNoLonger() throws SQLException {
    depends(home, null, router, null);
    fixture.ran(router, 0, FAILED);
    fixture.ran(home, 1, FAILED);
    assertThat(
            fixture.number(
                "SELECT due_ms - epoch_millis() FROM alert_states WHERE check_id = ?", home))
        .as("it is looked at again")
        .isLessThanOrEqualTo(300_000);
    fixture.set(router, "{\"activated\":false}");
    fixture.ran(home, LATER, FAILED);
    assertThat(told()).as("a parent that nothing watches").containsExactly("ALERT_FAILURE");
    fixture.ran(home, LATER + 1, PASSED);
    fixture.set(router, "{\"activated\":true}");
    fixture.store.tables.run("DELETE FROM schedules WHERE until_ms = from_ms + 1");
    fixture.ran(home, LATER + 2, FAILED);
    assertThat(held()).hasSize(2);
    fixture.store.tables.run("DELETE FROM checks WHERE id = ?", router);
    look();
    assertThat(told()).endsWith("ALERT_RECOVERY", "ALERT_FAILURE");
    assertThat(held()).as("the reason is kept").hasSize(2);
  }

  @Test
  void aFailureWithoutRunsOfLateHoldsNothing() throws SQLException {
    depends(home, null, router, null);
    fixture.ran(router, 0, FAILED);
    fixture.store.tables.run("DELETE FROM results");
    fixture.ran(home, 1, FAILED);
    settle();
    assertThat(told()).containsExactly("ALERT_FAILURE");
  }

  @Test
  void aGroupFailsWhenAllOfItsActiveChecksDo() throws SQLException {
    long group = fixture.store.tables.group("{\"name\":\"Edge\"}");
    UUID left = fixture.check(AlertFixture.ONE_RUN, group);
    UUID right = fixture.check(AlertFixture.ONE_RUN, group);
    UUID paused = fixture.check(AlertFixture.ONE_RUN + ",\"activated\":false", group);
    depends(home, null, null, group);
    fixture.ran(left, 0, FAILED);
    fixture.ran(home, 1, FAILED);
    settle();
    assertThat(told()).containsExactly("ALERT_FAILURE");
    fixture.ran(home, 2, PASSED);

    fixture.ran(right, 3, FAILED);
    fixture.ran(home, 4, FAILED);
    assertThat(held()).containsExactly("ALERT_FAILURE Edge");
    assertThat(fixture.number("SELECT held_group_id FROM alerts WHERE held_name = 'Edge'"))
        .isEqualTo(group);
    fixture.ran(left, 5, PASSED);
    settle();
    fixture.ran(home, LATER, FAILED);
    assertThat(told()).endsWith("ALERT_RECOVERY", "ALERT_FAILURE");
    assertThat(paused).isNotNull();
  }

  @Test
  void whatAGroupDependsOnCountsForItsChecks() throws SQLException {
    long group = fixture.store.tables.group("{\"name\":\"Web\"}");
    fixture.store.tables.move(home, group);
    depends(null, group, router, null);
    fixture.ran(router, 0, FAILED);
    fixture.ran(home, 1, FAILED);
    assertThat(held()).containsExactly("ALERT_FAILURE Router");
    fixture.ran(router, 2, PASSED);
    settle();
    assertThat(
            fixture.number(
                "SELECT due_ms - epoch_millis() FROM alert_states WHERE check_id = ?", home))
        .as("it was woken")
        .isBetween(0L, 131_000L);
  }

  @Test
  void aFailingParentWithManyBehindItIsOneMessage() throws SQLException {
    List<UUID> many = new ArrayList<>();
    for (int i = 0; i < 450; i++) {
      UUID child = UUID.randomUUID();
      many.add(child);
      fixture.store.tables.newCheck(
          child,
          null,
          "{\"name\":\"Shop\",\"frequency\":0,\"frequencyOffset\":10,"
              + "\"privateLocations\":[\"cellar\"],\"useGlobalAlertSettings\":false}");
      depends(child, null, router, null);
      fixture.subscribe(channel, child, null, true);
    }
    fixture.subscribe(channel, router, null, true);
    fixture.ran(router, 0, FAILED);
    ResultBatch batch = new ResultBatch();
    for (UUID child : many) {
      batch.add(fixture.result(fixture.series(child, "cellar"), 1, FAILED));
    }
    fixture.store.write(batch);
    settle();
    assertThat(told()).containsExactly("ALERT_FAILURE");
    assertThat(fixture.number("SELECT count(*) FROM alerts WHERE held_check_id = ?", router))
        .isEqualTo(many.size());

    fixture.ran(router, 2, PASSED);
    settle();
    assertThat(
            fixture.number(
                "SELECT count(*) FROM alert_states WHERE due_ms > epoch_millis() + 131000"))
        .as("all were woken")
        .isZero();
    assertThat(told()).as("they may be well by now").hasSize(2);
  }
}
