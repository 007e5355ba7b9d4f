package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The database refuses a subscription that would join what belongs to two accounts. */
class SubscriptionOwnersIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final Tenant globex = app.newTenant();
  private final long channel =
      app.as(acme)
          .post(
              "/v1/alert-channels",
              "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}")
          .at("/id")
          .asLong();

  private UUID check(Tenant tenant) {
    return UUID.fromString(
        app.as(tenant)
            .post(
                "/v1/checks/url?autoAssignAlerts=false",
                "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com/\"}}")
            .id());
  }

  private long group(Tenant tenant) {
    return app.as(tenant)
        .post("/v2/check-groups?autoAssignAlerts=false", "{\"name\":\"Shop\"}")
        .at("/id")
        .asLong();
  }

  private void insert(Tenant owner, @Nullable UUID check, @Nullable Long group)
      throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO alert_channel_subscriptions
                  (account_id, channel_id, check_id, group_id, activated)
                VALUES (?, ?, ?, ?, true)""")) {
      insert.setObject(1, owner.account());
      insert.setLong(2, channel);
      insert.setObject(3, check);
      insert.setObject(4, group);
      insert.executeUpdate();
    }
  }

  @Test
  void refusesEveryMixtureOfAccounts() {
    assertThatThrownBy(() -> insert(acme, check(globex), null))
        .hasMessageContaining("subscriptions_of_check");
    assertThatThrownBy(() -> insert(acme, null, group(globex)))
        .hasMessageContaining("subscriptions_of_group");
    assertThatThrownBy(() -> insert(globex, check(globex), null))
        .hasMessageContaining("subscriptions_channel");
  }

  @Test
  void acceptsWhatBelongsTogether() throws SQLException {
    insert(acme, check(acme), null);
    insert(acme, null, group(acme));
    assertThat(app.as(acme).get("/v1/alert-channels/" + channel).at("/subscriptions")).hasSize(2);
  }
}
