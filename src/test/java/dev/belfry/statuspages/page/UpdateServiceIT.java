package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.Strangers;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/status-pages/services/{id}}. */
class UpdateServiceIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ApiReply service =
      client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201);
  private final String path = "/v1/status-pages/services/" + service.id();

  @Test
  void renamesTheService() {
    ApiReply reply =
        client.put(path, "{\"name\":\"Shop\"}").hasStatus(200).matchesContract("updateService");
    assertThat(reply.at("/name").asText()).isEqualTo("Shop");
    assertThat(reply.at("/created_at")).isEqualTo(service.at("/created_at"));
    assertThat(reply.at("/updated_at").asText())
        .isGreaterThanOrEqualTo(service.at("/created_at").asText());
    assertThat(client.get(path).json()).isEqualTo(reply.json());
  }

  @Test
  void namesTheOffendingField() {
    client.put(path, "{}").isInvalid("/name");
    client.put("/v1/status-pages/services/nonsense", "{\"name\":5}").isInvalid("/id", "/name");
  }

  @Test
  void refusesStrangers() {
    new Strangers(app, acme, "PUT", path, "{\"name\":\"Theirs\"}")
        .areRefused()
        .findNothing(service.id());
    assertThat(client.get(path).json()).isEqualTo(service.json());
  }
}
