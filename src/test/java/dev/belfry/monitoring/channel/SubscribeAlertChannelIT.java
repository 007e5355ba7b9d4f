package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/alert-channels/{id}/subscriptions}. */
class SubscribeAlertChannelIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String channel = "/v1/alert-channels/" + channel(client);
  private final String path = channel + "/subscriptions";
  private final String check = check(client);

  private static String channel(ApiClient client) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}")
        .hasStatus(201)
        .id();
  }

  private static String check(ApiClient client) {
    return client
        .post(
            "/v1/checks/url?autoAssignAlerts=false",
            "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com/\"}}")
        .hasStatus(201)
        .id();
  }

  private static String body(Object check, boolean activated) {
    return "{\"checkId\":\"%s\",\"activated\":%s}".formatted(check, activated);
  }

  @Test
  void addsASubscriptionAndChangesItLater() {
    ApiReply added =
        client.put(path, body(check, true)).hasStatus(200).matchesContract("subscribeAlertChannel");
    assertThat(added.at("/checkId").asText()).isEqualTo(check);
    assertThat(added.at("/groupId").isNull()).isTrue();
    assertThat(client.put(path, body(check, true)).json()).isEqualTo(added.json());
    ApiReply changed = client.put(path, body(check, false)).hasStatus(200);
    assertThat(changed.at("/id")).isEqualTo(added.at("/id"));
    assertThat(changed.at("/activated").asBoolean()).isFalse();
    assertThat(client.get(channel).at("/subscriptions/0")).isEqualTo(changed.json());
    assertThat(client.get(channel).at("/subscriptions")).hasSize(1);
  }

  @Test
  void subscribesGroups() {
    String group = client.post("/v2/check-groups?autoAssignAlerts=false", "{\"name\":\"A\"}").id();
    ApiReply added =
        client
            .put(path, "{\"groupId\":%s,\"checkId\":null,\"activated\":true}".formatted(group))
            .hasStatus(200)
            .matchesContract("subscribeAlertChannel");
    assertThat(added.at("/groupId").asText()).isEqualTo(group);
    assertThat(client.get("/v1/check-groups/" + group).at("/alertChannelSubscriptions")).hasSize(1);
  }

  @Test
  void refusesWhatTheAccountDoesNotHave() {
    ApiClient globex = app.as(app.newTenant());
    client.put(path, body(check(globex), true)).isInvalid("/checkId");
    client.put(path, body(new UUID(0, 1), true)).isInvalid("/checkId");
    client.put(path, "{\"groupId\":9007199254740991,\"activated\":true}").isInvalid("/groupId");
    client.put("/v1/alert-channels/999999999999999/subscriptions", body(check, true)).isNotFound();
    client
        .put("/v1/alert-channels/999999999999999/subscriptions", body(new UUID(0, 1), true))
        .isNotFound();
  }

  @Test
  void neverTouchesASubscriptionOfAnotherAccount() {
    client.put(path, body(check, true)).hasStatus(200);
    app.as(app.newTenant()).put(path, body(check, false)).isNotFound();
    assertThat(client.get(channel).at("/subscriptions/0/activated").asBoolean()).isTrue();
  }

  @Test
  void requiresExactlyOneOfCheckAndGroup() {
    client.put(path, "{\"activated\":true}").isInvalid("/checkId");
    client
        .put(path, "{\"checkId\":\"%s\",\"groupId\":1}".formatted(check))
        .isInvalid("/groupId", "/activated");
    client.put(path, "{\"checkId\":\"x\",\"activated\":1}").isInvalid("/checkId", "/activated");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForWriting("PUT", path, body(check, true));
    access.requireHidden("PUT", path, body(check, true));
  }
}
