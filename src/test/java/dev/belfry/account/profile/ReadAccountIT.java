package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/accounts/{id}}. */
class ReadAccountIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path = "/v1/accounts/" + acme.account();

  @Test
  void answersTheAccountOfTheKey() {
    ApiReply reply = client.get(path).hasStatus(200).matchesContract("readAccount");
    assertThat(reply.id()).isEqualTo(acme.account().toString());
    assertThat(reply.at("/name").asText()).isEqualTo("Acme");
    assertThat(reply.at("/runtimeId").isNull()).isTrue();
  }

  @Test
  void answers404ForEveryOtherAccount() {
    client.get("/v1/accounts/" + app.newTenant().account()).isNotFound();
    client.get("/v1/accounts/" + new UUID(0, 1)).isNotFound();
    client.get("/v1/accounts/nonsense").isInvalid("/id");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(path);
  }
}
