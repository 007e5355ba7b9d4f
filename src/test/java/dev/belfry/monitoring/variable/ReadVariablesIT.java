package dev.belfry.monitoring.variable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/variables}, and one of them read and deleted. */
class ReadVariablesIT {
  private static final String PATH = "/v1/variables";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  ReadVariablesIT() {
    client.post(PATH, "{\"key\":\"B\",\"value\":\"b\"}").hasStatus(201);
    client.post(PATH, "{\"key\":\"A\",\"value\":\"s3cret\",\"secret\":true}").hasStatus(201);
  }

  @Test
  void listsPagesByKeyWithoutSecrets() {
    ApiReply all = client.get(PATH).hasStatus(200).matchesContract("listVariables");
    assertThat(all.at("/0/key").asText()).isEqualTo("A");
    assertThat(all.at("/0/value").isNull()).isTrue();
    assertThat(all.at("/1/value").asText()).isEqualTo("b");
    ApiReply page = client.get(PATH + "?limit=1&page=2");
    assertThat(page.at("/0/key").asText()).isEqualTo("B");
    assertThat(page.header("content-range")).isEqualTo("1-1/2");
  }

  @Test
  void readsAndDeletesOne() {
    client.get(PATH + "/B").hasStatus(200).matchesContract("readVariable");
    client.delete(PATH + "/B").hasStatus(204);
    client.get(PATH + "/B").isNotFound();
    client.delete(PATH + "/B").isNotFound();
    client.get(PATH + "/no%20such%2Fkey").isNotFound();
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForReading(PATH);
    access.requireForReading(PATH + "/A");
    access.requireHidden("GET", PATH + "/A", null);
    access.requireForWriting("DELETE", PATH + "/A", null);
    access.requireHidden("DELETE", PATH + "/A", null);
  }
}
