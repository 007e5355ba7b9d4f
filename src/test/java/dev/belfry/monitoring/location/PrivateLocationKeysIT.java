package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/private-locations/{id}/keys} and {@code DELETE …/keys/{keyId}}. */
class PrivateLocationKeysIT {
  private static final String PATH = "/v1/private-locations";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ApiReply office =
      client.post(PATH, "{\"name\":\"Office\",\"slugName\":\"office\"}").hasStatus(201);
  private final String path = PATH + "/" + office.id();

  private ApiReply newKey() {
    return client
        .send("POST", path + "/keys", null)
        .hasStatus(201)
        .matchesContract("createPrivateLocationKey");
  }

  @Test
  void makesKeysThatAreShownOnce() {
    ApiReply key = newKey();
    assertThat(key.at("/rawKey").asText())
        .startsWith("pl_")
        .isNotEqualTo(office.at("/keys/0/rawKey").asText());
    ApiReply location = client.get(path);
    assertThat(location.at("/keys")).hasSize(2);
    assertThat(location.at("/keys/1/id").asText()).isEqualTo(key.id());
    assertThat(location.at("/keys/1/maskedKey")).isEqualTo(key.at("/maskedKey"));
    assertThat(location.text()).doesNotContain("rawKey", key.at("/rawKey").asText());
  }

  @Test
  void aLocationThatIsDeletedMeanwhileGetsNoKey() {
    app.database()
        .beforeCommitOf(
            "DELETE FROM private_locations WHERE id = '" + office.id() + "'",
            () -> client.send("POST", path + "/keys", null))
        .isNotFound();
  }

  @Test
  void deletesAKeyOnce() {
    String key = path + "/keys/" + newKey().id();
    client.delete(key).hasStatus(204).matchesContract("deletePrivateLocationKey");
    client.delete(key).isNotFound();
    client.delete(path + "/keys/" + office.at("/keys/0/id").asText()).hasStatus(204);
    assertThat(client.get(path).at("/keys")).isEmpty();
  }

  @Test
  void aKeyBelongsToItsLocation() {
    String other =
        client.post(PATH, "{\"name\":\"Other\",\"slugName\":\"other\"}").hasStatus(201).id();
    client.delete(PATH + "/" + other + "/keys/" + office.at("/keys/0/id").asText()).isNotFound();
    client.delete(path + "/keys/nonsense").isInvalid("/keyId");
    assertThat(client.get(path).at("/keys")).hasSize(1);
  }

  @Test
  void isForWritersOfTheAccount() {
    Access access = new Access(app, acme);
    String key = path + "/keys/" + office.at("/keys/0/id").asText();
    access.requireForWriting("POST", path + "/keys", null);
    access.requireForWriting("DELETE", key, null);
    access.requireHidden("POST", path + "/keys", null);
    access.requireHidden("DELETE", key, null);
    client.send("POST", PATH + "/" + UUID.randomUUID() + "/keys", null).isNotFound();
    assertThat(client.get(path).at("/keys")).hasSize(1);
  }
}
