package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code GET} and {@code DELETE /v1/checks/{id}}. */
class ReadAndDeleteCheckIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path =
      "/v1/checks/"
          + client
              .post("/v1/checks/url", "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}")
              .hasStatus(201)
              .id();

  @Test
  void readsUntilItIsDeleted() {
    client.get(path).hasStatus(200).matchesContract("readCheck");
    assertThat(client.delete(path).hasStatus(204).text()).isEmpty();
    client.get(path).isNotFound().matchesContract("readCheck");
    client.delete(path).isNotFound().matchesContract("deleteCheck");
    client.put(path.replace("/checks/", "/checks/url/"), "{}").isNotFound();
  }

  @Test
  void refusesAnybodyElse() {
    app.client().get(path).isUnauthorized();
    app.client().delete(path).isUnauthorized();
    app.client().withKey(acme.readKey()).get(path).hasStatus(200);
    app.client().withKey(acme.readKey()).delete(path).isForbidden();
    app.as(app.newTenant()).get(path).isNotFound();
    app.as(app.newTenant()).delete(path).isNotFound();
    client.get("/v1/checks/nonsense").isInvalid("/id");
    client.delete("/v1/checks/nonsense").isInvalid("/id");
    client.get(path + "?applyGroupSettings=maybe").isInvalid("/applyGroupSettings");
  }
}
