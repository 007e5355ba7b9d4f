package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An account of 10,000 monitors, each with every channel. */
class ManySubscriptionsIT {
  private static final int MONITORS = 10_000;
  private static final int CHANNELS = 10;

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @BeforeEach
  void fill() throws SQLException {
    String monitor =
        client
            .post("/v1/checks/url", "{\"name\":\"m\",\"request\":{\"url\":\"http://127.0.0.1:1\"}}")
            .hasStatus(201)
            .id();
    withoutTriggers(
        """
        INSERT INTO alert_channels (account_id, type, config, settings, created_at)
        SELECT '%1$s', 'EMAIL', '{"address":"a@example.com"}', '{"sendRecovery":true,
          "sendFailure":true,"sendDegraded":false,"sslExpiry":false,"sslExpiryThreshold":30,
          "autoSubscribe":false}', now() FROM generate_series(1, %2$d);
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        SELECT gen_random_uuid(), account_id, check_type, settings, created_at
        FROM checks, generate_series(2, %3$d) WHERE id = '%4$s';
        INSERT INTO alert_channel_subscriptions (account_id, channel_id, check_id, activated)
        SELECT '%1$s', a.id, c.id, true FROM checks c CROSS JOIN alert_channels a
        WHERE c.account_id = '%1$s' AND a.account_id = '%1$s'"""
            .formatted(acme.account(), CHANNELS, MONITORS, monitor));
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("ANALYZE alert_channel_subscriptions, checks, alert_channels");
    }
  }

  @AfterEach
  void empty() throws SQLException {
    withoutTriggers(
        """
        DELETE FROM alert_channel_subscriptions WHERE account_id = '%1$s';
        DELETE FROM alert_channels WHERE account_id = '%1$s';
        DELETE FROM checks WHERE account_id = '%1$s'"""
            .formatted(acme.account()));
  }

  private void withoutTriggers(String sql) throws SQLException {
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.execute(sql);
    }
  }

  @Test
  void canBeListedAndDeleted() {
    ApiReply last = client.get("/v1/checks?limit=100&page=100").hasStatus(200);
    assertThat(last.json()).hasSize(100);
    assertThat(last.at("/99/alertChannelSubscriptions")).hasSize(CHANNELS);
    assertThat(client.get("/v1/checks?limit=100&page=100000").hasStatus(200).json()).isEmpty();

    ApiReply channels =
        client
            .get("/v1/alert-channels?limit=100")
            .hasStatus(200)
            .matchesContract("listAlertChannels");
    assertThat(channels.json()).hasSize(CHANNELS);
    channels.json().forEach(one -> assertThat(one.get("subscriptions").size()).isEqualTo(100));
    String channel = "/v1/alert-channels/" + channels.at("/0/id").asText();
    ApiReply read = client.get(channel).hasStatus(200);
    assertThat(read.at("/subscriptions").size()).isEqualTo(MONITORS);

    ApiReply putBack = client.put(channel, read.text()).hasStatus(200);
    assertThat(putBack.at("/subscriptions")).isEqualTo(read.at("/subscriptions"));
    client.put(channel, "{\"subscriptions\":[]}").hasStatus(200);
    assertThat(client.get(channel).at("/subscriptions")).isEmpty();

    client.delete(channel).hasStatus(204);
    client.get(channel).isNotFound();
  }

  @Test
  void keepsAllSubscriptionsWhenAChannelCannotBeDeleted() throws SQLException {
    long channel =
        app.database()
            .count(
                "SELECT max(id) FROM alert_channels WHERE account_id = '%s'"
                    .formatted(acme.account()));
    String path = "/v1/alert-channels/" + channel;
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT FROM alert_channels WHERE id = " + channel + " FOR KEY SHARE");
      client.delete(path).hasStatus(503);
      connection.rollback();
    }
    assertThat(
            app.database()
                .count(
                    "SELECT count(*) FROM alert_channel_subscriptions WHERE channel_id = "
                        + channel))
        .isEqualTo(MONITORS);

    client.delete(path).hasStatus(204);
    client.get(path).isNotFound();
  }
}
