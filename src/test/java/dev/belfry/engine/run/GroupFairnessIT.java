package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.grouping.AlertGroups;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A storm of one account does not delay the groups of another: each pass serves both. */
class GroupFairnessIT {
  private static final UUID STORMY = new UUID(0x7000, 0x8000_0000_0000_0002L);
  private static final int STORM = 20_000;
  private static final String AT_ONCE = "{\"grouping\":{\"by\":[],\"waitSeconds\":0}}";

  private final AlertFixture fixture = new AlertFixture();
  private final Database database =
      new Database(
          fixture.store.vertx, fixture.store.tables.address(), fixture.store.config.database(), 1);
  private final AlertGroups groups = new AlertGroups(fixture.store.ids);

  GroupFairnessIT() throws SQLException {
    fixture.store.tables.run(
        "INSERT INTO accounts VALUES (?, 'Stormy', NULL, '{}', now())", STORMY);
  }

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private long stormyChannel() throws SQLException {
    return fixture.number(
        "INSERT INTO alert_channels (account_id, type, config, settings, created_at)"
            + " VALUES (?, 'WEBHOOK', '{}', ?::jsonb, now()) RETURNING id",
        STORMY,
        AT_ONCE);
  }

  /** Alerts of one check, each of an episode of its own. */
  private void storm(long channel, int alerts) throws SQLException {
    UUID check = UUID.randomUUID();
    fixture.store.tables.run(
        "INSERT INTO checks (id, account_id, check_type, settings, created_at)"
            + " VALUES (?, ?, 'URL', '{\"name\":\"Storm\",\"activated\":false,"
            + "\"request\":{\"url\":\"http://e.org/\"}}', now())",
        check,
        STORMY);
    fixture.store.tables.run(
        "WITH raised AS (INSERT INTO alerts (id, account_id, check_id, episode, type, decided_ms,"
            + " context) SELECT gen_random_uuid(), ?, ?, gen_random_uuid(), 'ALERT_FAILURE',"
            + " epoch_millis(), '{}' FROM generate_series(1, ?) RETURNING id)"
            + " INSERT INTO grouped_alerts (channel_id, alert_id) SELECT ?, id FROM raised",
        STORMY,
        check,
        alerts,
        channel);
  }

  private void dueGroups(long channel, int count) throws SQLException {
    fixture.store.tables.run(
        "INSERT INTO alert_groups (id, account_id, channel_id, key, labels, opened_ms, due_ms)"
            + " SELECT gen_random_uuid(), ?, ?, n::text, '{}', 1, 1 FROM generate_series(1, ?) n",
        STORMY,
        channel,
        count);
  }

  /** A channel of the other account, about which something is raised after the storm. */
  private long calmChannel() throws SQLException {
    long channel = fixture.channel(AT_ONCE);
    UUID check = fixture.check(AlertFixture.ONE_RUN);
    fixture.subscribe(channel, check, null, true);
    fixture.ran(check, 0, Verdict.FAILED);
    return channel;
  }

  private void pass() {
    assertThat(RunStoreFixture.get(database.transaction(groups::step))).isTrue();
  }

  private long messages(long channel) throws SQLException {
    return fixture.number(
        "SELECT count(*) FROM deliveries WHERE channel_id = ? AND kind = 'GROUP'", channel);
  }

  private long noted(long channel) throws SQLException {
    return fixture.number("SELECT count(*) FROM grouped_alerts WHERE channel_id = ?", channel);
  }

  @Test
  void oneChannelWithAStormDelaysNoOther() throws SQLException {
    long stormy = stormyChannel();
    storm(stormy, STORM);
    long calm = calmChannel();
    pass();
    assertThat(messages(calm)).isOne();
    assertThat(noted(calm)).isZero();
    assertThat(noted(stormy)).as("the storm goes on").isEqualTo(STORM - 1_000);
    pass();
    assertThat(noted(stormy)).isEqualTo(STORM - 2_000);
  }

  @Test
  void manyChannelsWithStormsDelayNoOtherAccount() throws SQLException {
    for (int i = 0; i < 60; i++) {
      storm(stormyChannel(), 2);
    }
    long calm = calmChannel();
    pass();
    assertThat(messages(calm)).isOne();
  }

  @Test
  void manyGroupsThatAreDueDelayNoOtherChannel() throws SQLException {
    long stormy = stormyChannel();
    dueGroups(stormy, 200);
    long calm = calmChannel();
    pass();
    assertThat(messages(calm)).isOne();
    assertThat(
            fixture.number(
                "SELECT count(*) FROM alert_groups WHERE channel_id = ? AND closed_ms IS NULL",
                stormy))
        .as("groups without members are closed, 49 of them beside the other channel's")
        .isEqualTo(151);
  }
}
