package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/check-groups/{id}}. */
class DeleteCheckGroupIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String group = client.post("/v2/check-groups", "{\"name\":\"Shop\"}").id();
  private final String path = "/v1/check-groups/" + group;

  @Test
  void deletesAnEmptyGroup() {
    assertThat(client.delete(path).hasStatus(204).matchesContract("deleteCheckGroup").text())
        .isEmpty();
    client.get(path).isNotFound();
    client.delete(path).isNotFound();
  }

  @Test
  void refusesWhileTheGroupHasChecks() {
    String check =
        client
            .post(
                "/v1/checks/url",
                """
                {"name":"Home","groupId":%s,"request":{"url":"https://example.com/"}}"""
                    .formatted(group))
            .hasStatus(201)
            .id();
    client
        .delete(path)
        .isError(
            409,
            "Conflict",
            "The group still has checks: delete them or move them to another group first")
        .matchesContract("deleteCheckGroup");
    client.put("/v1/checks/url/" + check, "{\"groupId\":null}").hasStatus(200);
    client.delete(path).hasStatus(204);
  }

  @Test
  void takesItsSubscriptionsAlong() {
    String channel =
        client
            .post(
                "/v1/alert-channels",
                """
                {"type":"EMAIL","config":{"address":"ops@example.com"},
                 "subscriptions":[{"groupId":%s,"activated":true}]}"""
                    .formatted(group))
            .hasStatus(201)
            .id();
    client.delete(path).hasStatus(204);
    assertThat(client.get("/v1/alert-channels/" + channel).at("/subscriptions")).isEmpty();
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForWriting("DELETE", path, null);
    access.requireHidden("DELETE", path, null);
    client.get(path).hasStatus(200);
    client.delete("/v1/check-groups/nonsense").isInvalid("/id");
  }
}
