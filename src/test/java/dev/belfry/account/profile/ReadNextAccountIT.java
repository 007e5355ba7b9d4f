package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /next/accounts/{id}}. */
class ReadNextAccountIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path = "/next/accounts/" + acme.account();

  @Test
  void answersTheAccountOfTheKey() {
    ApiReply reply =
        client
            .with("x-checkly-account", acme.account().toString())
            .get(path)
            .hasStatus(200)
            .matchesContract("readNextAccount");
    assertThat(reply.id()).isEqualTo(acme.account().toString());
    assertThat(reply.at("/name").asText()).isEqualTo("Acme");
    assertThat(reply.at("/features").isArray()).isTrue();
  }

  @Test
  void answers404ForEveryOtherAccount() {
    client.get("/next/accounts/" + app.newTenant().account()).isNotFound();
    client.get("/next/accounts/" + new UUID(0, 1)).isNotFound();
    client.get("/next/accounts/nonsense").isInvalid("/id");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(path);
  }
}
