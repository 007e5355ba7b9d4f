package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.Strangers;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/services/{id}}. */
class ReadServiceIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ApiReply service =
      client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201);
  private final String path = "/v1/status-pages/services/" + service.id();

  @Test
  void answersTheService() {
    ApiReply reply = client.get(path).hasStatus(200).matchesContract("readService");
    assertThat(reply.json()).isEqualTo(service.json());
    client.get("/v1/status-pages/services/nonsense").isInvalid("/id");
  }

  @Test
  void refusesStrangers() {
    new Strangers(app, acme, "GET", path, null).areRefused().findNothing(service.id());
  }
}
