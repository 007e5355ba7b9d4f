package dev.belfry.engine.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ClockWait;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Beats that are missing, whatever happens to the instances. */
@ClockWait("Deadlines are those of the database's clock.")
class MissingHeartbeatsIT {
  private static final Duration TO_THE_DEADLINE = Duration.ofMinutes(70);
  private static final Duration BEYOND = TO_THE_DEADLINE.plusSeconds(10);

  @Test
  void aMissingBeatFailsAlertsAndRecovers() {
    TestApp app = TestApp.shared();
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.ping().hasStatus(200);
    backup.pass(BEYOND);

    backup.awaitStates("RECEIVED", "FAILING");
    assertThat(backup.alerts()).containsExactly("ALERT_FAILURE");
    JsonNode event = backup.events().at("/0/events/0");
    assertThat(event.path("message").asText())
        .startsWith("No heartbeat within 1 hour and 10 minutes of grace; the last one came at 20");
    assertThat(event.path("source").isNull()).isTrue();
    assertThat(
            backup
                .client
                .get("/v2/check-alerts?checkId=" + backup.check)
                .at("/entries/0/error")
                .asText())
        .contains("No heartbeat within");
    assertThat(
            backup
                .client
                .get("/v1/check-overview?checkId=" + backup.check)
                .hasStatus(200)
                .matchesContract("readCheckOverview")
                .status())
        .isEqualTo(200);
    HeartbeatFixture.await(
        "failing in the overview",
        () ->
            backup
                .client
                .get("/v1/check-overview?checkId=" + backup.check)
                .at("/entries/0/state")
                .asText()
                .equals("FAILING"));

    backup.ping().hasStatus(200);
    assertThat(backup.states()).endsWith("LATE");
    assertThat(backup.alerts()).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(
            app.database()
                .count(
                    "SELECT came * 10 + missed FROM heartbeats WHERE check_id = '%s'"
                        .formatted(backup.check)))
        .isEqualTo(11);
  }

  @Test
  void aPingJustAfterTheDeadlineIsLateBeforeAnyInstanceLooks() {
    HeartbeatFixture backup = new HeartbeatFixture(TestApp.shared());
    backup.ping().hasStatus(200);
    backup.pass(TO_THE_DEADLINE.plusSeconds(1));
    backup.ping().hasStatus(200);

    assertThat(backup.states()).containsExactly("RECEIVED", "FAILING", "LATE");
    assertThat(backup.alerts()).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
  }

  @Test
  void aPingBeforeTheDeadlineThatIsStoredAfterItIsNotMissing() throws Exception {
    TestApp app = TestApp.shared();
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.ping().hasStatus(200);
    backup.pass(TO_THE_DEADLINE.minusMillis(700));
    try (Connection connection = app.database().jdbc();
        Statement lock = connection.createStatement()) {
      connection.setAutoCommit(false);
      lock.execute(
          "SELECT FROM heartbeats WHERE check_id = '%s' FOR UPDATE".formatted(backup.check));
      Thread pinger = new Thread(() -> backup.ping().hasStatus(200), "pinger");
      pinger.start();
      Thread.sleep(2_000);
      connection.rollback();
      pinger.join();
    }
    Thread.sleep(6_000);

    assertThat(backup.states()).containsExactly("RECEIVED", "GRACE");
    assertThat(backup.alerts()).isEmpty();
  }

  @Test
  void aBeatThatIsMissingWhileNoInstanceRunsIsFound() throws SQLException {
    TestApp first = TestApp.start(Map.of());
    HeartbeatFixture backup = new HeartbeatFixture(first);
    backup.ping().hasStatus(200);
    first.shutDown();
    backup.pass(BEYOND);
    try (TestApp second = TestApp.startOn(first.database().address(), Map.of())) {
      HeartbeatFixture.await(
          "the missing beat",
          () ->
              second
                      .database()
                      .count(
                          "SELECT missed FROM heartbeats WHERE check_id = '%s'"
                              .formatted(backup.check))
                  == 1);
      assertThat(second.database().count("SELECT count(*) FROM alerts")).isEqualTo(1);
    } finally {
      first.close();
    }
  }

  @Test
  void twoInstancesTellAMissingBeatOnce() {
    TestApp first = TestApp.start(Map.of());
    try (TestApp second = TestApp.startOn(first.database().address(), Map.of())) {
      for (int i = 0; i < 5; i++) {
        HeartbeatFixture backup = new HeartbeatFixture(first);
        backup.ping().hasStatus(200);
        backup.pass(BEYOND);
        backup.awaitStates("RECEIVED", "FAILING");
        assertThat(backup.alerts()).containsExactly("ALERT_FAILURE");
      }
      assertThat(second.database().count("SELECT count(*) FROM alerts")).isEqualTo(5);
    } finally {
      first.close();
    }
  }

  @Test
  void aPauseCallsTheBeatOffAndResumingStartsAnew() {
    TestApp app = TestApp.shared();
    HeartbeatFixture backup = new HeartbeatFixture(app);
    String path = "/v1/checks/heartbeat/" + backup.check;
    backup.ping().hasStatus(200);
    backup.client.put(path, "{\"activated\":false}").hasStatus(200);
    HeartbeatFixture.await(
        "a withdrawn beat", () -> count(app, backup, "withdrawn = 1 AND due_at IS NULL"));
    backup.client.put(path, "{\"activated\":true}").hasStatus(200);
    HeartbeatFixture.await(
        "a new beat", () -> count(app, backup, "expected = 2 AND due_at IS NOT NULL"));
    backup.client.put(path, "{\"muted\":true}").hasStatus(200);
    backup.pass(BEYOND);

    backup.awaitStates("RECEIVED", "FAILING");
    assertThat(
            app.database()
                .count(
                    "SELECT count(*) FROM deliveries d JOIN alerts a ON a.id = d.alert_id WHERE a.check_id = '%s'"
                        .formatted(backup.check)))
        .isZero();
  }

  @Test
  void aPausedGroupPausesItsHeartbeats() {
    TestApp app = TestApp.shared();
    HeartbeatFixture backup = new HeartbeatFixture(app);
    String group =
        backup.client.post("/v2/check-groups", "{\"name\":\"Jobs\"}").hasStatus(201).id();
    backup
        .client
        .put("/v1/checks/heartbeat/" + backup.check, "{\"groupId\":" + group + "}")
        .hasStatus(200);
    backup.ping().hasStatus(200);
    backup
        .client
        .put("/v2/check-groups/" + group, "{\"name\":\"Jobs\",\"activated\":false}")
        .hasStatus(200);

    HeartbeatFixture.await("a withdrawn beat", () -> count(app, backup, "due_at IS NULL"));
  }

  private static boolean count(TestApp app, HeartbeatFixture backup, String condition) {
    return app.database()
            .count(
                "SELECT count(*) FROM heartbeats WHERE check_id = '%s' AND %s"
                    .formatted(backup.check, condition))
        == 1;
  }

  @Test
  void theDatabaseRefusesToLoseABeat() {
    TestApp app = TestApp.shared();
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.ping().hasStatus(200);

    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () ->
                    app.database()
                        .execute(
                            "UPDATE heartbeats SET due_at = NULL WHERE check_id = '%s'"
                                .formatted(backup.check))))
        .hasStackTraceContaining("heartbeats_counted");
  }
}
