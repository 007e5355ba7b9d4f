package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /next/users/me}. */
class ReadOwnUserIT {
  private static final String PATH = "/next/users/me";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void answersTheKeyThatAsks() {
    ApiReply reply = client.get(PATH).hasStatus(200).matchesContract("readOwnUser");
    assertThat(reply.id()).isEqualTo(acme.keyId().toString());
    assertThat(reply.at("/name").asText()).isEqualTo("test");
  }

  @Test
  void everyKeyIsAUserOfItsOwn() {
    ApiReply other = app.client().withKey(acme.readKey()).get(PATH).hasStatus(200);
    assertThat(other.id()).isNotEqualTo(acme.keyId().toString());
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
