package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.Strangers;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/status-pages/services}. */
class CreateServiceIT {
  private static final String PATH = "/v1/status-pages/services";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void createsAServiceOfTheAccount() {
    ApiReply reply =
        client
            .post(PATH, "{\"name\":\"Läden \\\"Süd\\\"\"}")
            .hasStatus(201)
            .matchesContract("createService");
    assertThat(reply.json().fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("id", "name", "accountId", "created_at", "updated_at");
    assertThat(reply.at("/name").asText()).isEqualTo("Läden \"Süd\"");
    assertThat(reply.at("/accountId").asText()).isEqualTo(acme.account().toString());
    assertThat(Instant.parse(reply.at("/created_at").asText())).isNotNull();
    assertThat(reply.at("/updated_at").isNull()).isTrue();
    assertThat(client.get(PATH + "/" + reply.id()).json()).isEqualTo(reply.json());
  }

  @Test
  void ignoresServerAssignedFields() {
    ApiReply reply =
        client.post(
            PATH,
            "{\"name\":\"Web\",\"id\":\"\",\"accountId\":7,\"created_at\":\"0001-01-01T00:00:00Z\"}");
    reply.hasStatus(201);
    assertThat(reply.at("/accountId").asText()).isEqualTo(acme.account().toString());
    assertThat(reply.at("/created_at").asText()).doesNotStartWith("0001");
  }

  @Test
  void twoServicesMayHaveOneName() {
    String first = client.post(PATH, "{\"name\":\"Web\"}").hasStatus(201).id();
    assertThat(client.post(PATH, "{\"name\":\"Web\"}").hasStatus(201).id()).isNotEqualTo(first);
  }

  @Test
  void namesTheOffendingField() {
    client.post(PATH, "{}").isInvalid("/name");
    client.post(PATH, "{\"name\":\"\"}").isInvalid("/name");
    client.post(PATH, "{\"name\":\"" + "x".repeat(256) + "\"}").isInvalid("/name");
    client.post(PATH, "{\"name\":\"" + "x".repeat(255) + "\"}").hasStatus(201);
  }

  @Test
  void refusesStrangers() {
    new Strangers(app, acme, "POST", PATH, "{\"name\":\"Web\"}").areRefused();
  }
}
