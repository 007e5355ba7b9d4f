package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/alert-channels/{id}}. */
class DeleteAlertChannelIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path =
      "/v1/alert-channels/"
          + client
              .post(
                  "/v1/alert-channels",
                  "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"http://169.254.169.254/never\"}}")
              .hasStatus(201)
              .id();

  @Test
  void deletesTheChannelAndEverySubscriptionToIt() {
    String group = client.post("/v2/check-groups", "{\"name\":\"Shop\"}").hasStatus(201).id();
    assertThat(client.get("/v1/check-groups/" + group).at("/alertChannelSubscriptions")).hasSize(1);
    assertThat(client.delete(path).hasStatus(204).matchesContract("deleteAlertChannel").text())
        .isEmpty();
    assertThat(client.get("/v1/check-groups/" + group).at("/alertChannelSubscriptions")).isEmpty();
    client.get(path).isNotFound();
    client.delete(path).isNotFound();
  }

  @Test
  void deletesOneThatManySubscribe() throws SQLException {
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          WITH made AS (
            INSERT INTO check_groups (account_id, settings, created_at)
            SELECT '%1$s', '{"name":"g"}', now() FROM generate_series(1, 101) RETURNING id)
          INSERT INTO alert_channel_subscriptions (account_id, channel_id, group_id, activated)
          SELECT '%1$s', %2$s, id, true FROM made"""
              .formatted(acme.account(), path.substring(path.lastIndexOf('/') + 1)));
    }

    client.delete(path).hasStatus(204);
    client.get(path).isNotFound();
  }

  @Test
  void sendsNoTestMessageOfOneThatIsDeletedMeanwhile() {
    String channel = path.substring(path.lastIndexOf('/') + 1);
    app.database()
        .beforeCommitOf(
            "DELETE FROM alert_channels WHERE id = " + channel,
            () -> client.send("POST", path + "/test", null))
        .isNotFound();
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForWriting("DELETE", path, null);
    access.requireHidden("DELETE", path, null);
    client.get(path).hasStatus(200);
    client.delete("/v1/alert-channels/0").isInvalid("/id");
  }
}
