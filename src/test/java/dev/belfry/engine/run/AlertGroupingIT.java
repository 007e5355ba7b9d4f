package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertJobs;
import dev.belfry.monitoring.check.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Channels that group their alerts, with two instances at work. */
class AlertGroupingIT {
  private static final String AT_ONCE =
      "{\"grouping\":{\"by\":[],\"waitSeconds\":0,\"intervalSeconds\":10,\"repeatMinutes\":60}}";
  private static final String NOTED = "SELECT count(*) FROM grouped_alerts";
  private static final String DUE =
      "SELECT count(*) FROM alert_groups WHERE closed_ms IS NULL AND due_ms <= epoch_millis()";

  private final AlertFixture fixture = new AlertFixture();
  private AlertJobs one = fixture.jobs();
  private final AlertJobs other = fixture.jobs();

  AlertGroupingIT() throws SQLException {}

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

  private void untilAllIsDone() throws SQLException {
    fixture.until(0, NOTED + " WHERE channel_id IN (SELECT id FROM alert_channels)");
    fixture.until(0, DUE);
  }

  private List<UUID> checks(int count, long channel) throws SQLException {
    List<UUID> checks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      UUID check = fixture.check(AlertFixture.ONE_RUN);
      fixture.subscribe(channel, check, null, true);
      checks.add(check);
    }
    return checks;
  }

  private void ran(List<UUID> checks, int run, Verdict verdict) throws SQLException {
    ResultBatch batch = new ResultBatch();
    for (UUID check : checks) {
      batch.add(fixture.result(fixture.series(check, "cellar"), run, verdict));
    }
    fixture.store.write(batch);
  }

  /** The next look comes at once. */
  private void hurry() throws SQLException {
    run("UPDATE deliveries SET state = 'DELIVERED'");
    run("UPDATE alert_groups SET due_ms = 0 WHERE closed_ms IS NULL");
    untilAllIsDone();
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = fixture.store.tables.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> messages() throws SQLException {
    return fixture.texts(
        "SELECT kind || coalesce(' ' || group_revision, '') FROM deliveries"
            + " ORDER BY created_ms, group_revision");
  }

  private List<String> groups() throws SQLException {
    return fixture.texts(
        "SELECT concat_ws(' ', failing, degraded, recovered, revision,"
            + " CASE WHEN closed_ms IS NULL THEN 'open' ELSE 'closed' END)"
            + " FROM alert_groups ORDER BY opened_ms, id");
  }

  @Test
  void aStormIsOneMessageUntilItEnds() throws SQLException {
    long channel = fixture.channel(AT_ONCE.replace("\"waitSeconds\":0", "\"waitSeconds\":3600"));
    List<UUID> checks = checks(300, channel);
    start();
    for (int i = 0; i < 300; i += 100) {
      ran(checks.subList(i, i + 100), 0, FAILED);
    }
    fixture.until(300, "SELECT count(*) FROM alert_group_members");
    assertThat(messages()).as("during the wait").isEmpty();
    hurry();
    assertThat(messages()).containsExactly("GROUP 1");
    assertThat(groups()).containsExactly("300 0 0 1 open");

    hurry();
    assertThat(messages()).as("without news").containsExactly("GROUP 1");
    RunStoreFixture.get(one.stop());
    ran(checks.subList(0, 299), 1, PASSED);
    one = fixture.jobs();
    one.start();
    hurry();
    assertThat(messages()).containsExactly("GROUP 1", "GROUP 2");
    assertThat(groups()).containsExactly("1 0 299 2 open");
    ran(checks.subList(299, 300), 2, PASSED);
    hurry();
    assertThat(messages()).containsExactly("GROUP 1", "GROUP 2", "GROUP 3");
    assertThat(groups()).containsExactly("0 0 300 3 closed");

    ran(checks.subList(0, 1), 3, FAILED);
    fixture.until(2, "SELECT count(*) FROM alert_groups");
    assertThat(groups()).element(1).isEqualTo("0 0 0 0 open");
  }

  @Test
  void aProblemThatEndsDuringTheWaitIsNotTold() throws SQLException {
    long channel = fixture.channel(AT_ONCE.replace("\"waitSeconds\":0", "\"waitSeconds\":3600"));
    List<UUID> checks = checks(2, channel);
    start();
    ran(checks, 0, FAILED);
    ran(checks, 1, PASSED);
    fixture.until(2, "SELECT count(*) FROM alert_group_members");
    hurry();
    assertThat(messages()).isEmpty();
    assertThat(groups()).containsExactly("0 0 2 0 closed");
  }

  @Test
  void whatFailsAgainIsTheSameMemberAndFailing() throws SQLException {
    long channel = fixture.channel(AT_ONCE.replace("\"waitSeconds\":0", "\"waitSeconds\":3600"));
    List<UUID> checks = checks(2, channel);
    start();
    ran(checks, 0, FAILED);
    fixture.until(2, "SELECT count(*) FROM alert_group_members");
    hurry();
    ran(checks.subList(0, 1), 1, PASSED);
    ran(checks.subList(0, 1), 2, FAILED);
    hurry();
    assertThat(messages()).as("no news").containsExactly("GROUP 1");
    assertThat(groups()).containsExactly("2 0 0 1 open");
  }

  @Test
  void otherChannelsAreToldAsBefore() throws SQLException {
    long grouped = fixture.channel(AT_ONCE);
    UUID check = checks(1, grouped).get(0);
    long plain = fixture.channel(check, "{}");
    start();
    fixture.ran(check, 0, FAILED);
    fixture.until(1, "SELECT count(*) FROM deliveries WHERE kind = 'GROUP'");
    assertThat(fixture.told(plain)).containsExactly("ALERT_FAILURE");
    assertThat(fixture.told(grouped)).isEmpty();
    fixture.ran(check, 1, PASSED);
    assertThat(fixture.told(plain)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(fixture.told(grouped)).isEmpty();
  }

  @Test
  void whatWasToldByItselfEndsByItself() throws SQLException {
    long channel = fixture.channel("{}");
    UUID check = checks(1, channel).get(0);
    fixture.ran(check, 0, FAILED);
    run("UPDATE alert_channels SET settings = '" + AT_ONCE + "'");
    fixture.ran(check, 1, PASSED);
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    fixture.ran(check, 2, FAILED);
    run("UPDATE alert_channels SET settings = '{}'");
    start();
    fixture.until(1, "SELECT count(*) FROM alert_groups");
    fixture.ran(check, 3, PASSED);
    hurry();
    assertThat(fixture.told(channel)).as("of the group").hasSize(2);
    assertThat(groups())
        .as("of a channel that no longer groups")
        .allMatch(g -> g.endsWith("closed"));
  }

  @Test
  void groupsAreByWhatAlertsHaveInCommon() throws SQLException {
    long channel =
        fixture.channel(AT_ONCE.replace("\"by\":[]", "\"by\":[\"TAG:team\",\"FAILURE\"]"));
    List<UUID> checks = checks(3, channel);
    fixture.set(checks.get(0), "{\"tags\":[\"team:web\",\"x\"]}");
    fixture.set(checks.get(1), "{\"tags\":[\"team:web\"]}");
    start();
    ran(checks, 0, FAILED);
    fixture.until(3, "SELECT count(*) FROM alert_group_members");
    assertThat(
            fixture.texts(
                "SELECT labels::text || ' ' || (SELECT count(*) FROM alert_group_members m"
                    + " WHERE m.group_id = g.id) FROM alert_groups g"))
        .containsExactlyInAnyOrder(
            "{\"FAILURE\": \"STATUS 500\", \"TAG:team\": \"web\"} 2",
            "{\"FAILURE\": \"STATUS 500\", \"TAG:team\": \"\"} 1");
  }

  @Test
  void deletionsLeaveNothingHeld() throws SQLException {
    long channel = fixture.channel(AT_ONCE);
    long gone = fixture.channel(AT_ONCE);
    List<UUID> checks = checks(2, channel);
    fixture.subscribe(gone, checks.get(0), null, true);
    ran(checks, 0, FAILED);
    run("DELETE FROM alert_channels WHERE id = " + gone);
    start();
    fixture.until(1, "SELECT count(*) FROM deliveries");
    assertThat(groups()).containsExactly("2 0 0 1 open");
    run("DELETE FROM checks WHERE id = '" + checks.get(0) + "'");
    run("UPDATE alert_channel_subscriptions SET activated = false");
    hurry();
    assertThat(messages()).containsExactly("GROUP 1", "GROUP 2");
    assertThat(groups()).containsExactly("0 0 0 2 closed");
    fixture.until(0, NOTED);
  }

  @Test
  void raisingWaitsForNoOtherTransaction() throws SQLException {
    long channel = fixture.channel(AT_ONCE);
    List<UUID> checks = checks(2, channel);
    try (Connection raising = fixture.store.tables.connect();
        Connection working = fixture.store.tables.connect()) {
      raising.setAutoCommit(false);
      working.setAutoCommit(false);
      raising
          .createStatement()
          .execute(
              "INSERT INTO grouped_alerts (channel_id, alert_id) VALUES ("
                  + channel
                  + ", gen_random_uuid())");
      working
          .createStatement()
          .execute("SELECT FROM alert_channels WHERE id = " + channel + " FOR NO KEY UPDATE");
      ran(checks, 0, FAILED);
      assertThat(fixture.number(NOTED)).as("committed while both go on").isEqualTo(2);
      raising.rollback();
      working.rollback();
    }
    start();
    fixture.until(1, "SELECT count(*) FROM deliveries WHERE kind = 'GROUP'");
    assertThat(groups()).containsExactly("2 0 0 1 open");
  }
}
