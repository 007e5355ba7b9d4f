package dev.belfry.monitoring.variable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/variables/{key}}. */
class UpdateVariableIT {
  private static final String PATH = "/v1/variables/TOKEN";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  UpdateVariableIT() {
    client
        .post("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"abc\",\"locked\":true}")
        .hasStatus(201);
  }

  @Test
  void changesTheValueAndWhatIsNamed() {
    assertThat(
            client
                .put(PATH, "{\"key\":\"OTHER\",\"value\":\"xyz\"}")
                .hasStatus(200)
                .matchesContract("updateVariable")
                .text())
        .isEqualTo("{\"key\":\"TOKEN\",\"value\":\"xyz\",\"locked\":true,\"secret\":false}");
    assertThat(client.put(PATH, "{\"value\":\"\",\"locked\":false}").at("/locked").asBoolean())
        .isFalse();
  }

  @Test
  void whatIsSecretStaysSo() {
    String secret = "{\"key\":\"TOKEN\",\"value\":null,\"locked\":true,\"secret\":true}";
    assertThat(client.put(PATH, "{\"value\":\"x\",\"secret\":true}").text()).isEqualTo(secret);
    client.put(PATH, "{\"value\":\"x\",\"secret\":false}").isInvalid("/secret");
    assertThat(client.put(PATH, "{\"value\":\"y\"}").hasStatus(200).text()).isEqualTo(secret);
    assertThat(client.get(PATH).text()).isEqualTo(secret);
  }

  @Test
  void theTagOfASecretChangesWithItsValue() {
    String first = client.put(PATH, "{\"value\":\"x\",\"secret\":true}").header("etag");
    assertThat(client.get(PATH).header("etag")).isEqualTo(first);
    ApiClient onlyIf = client.with("If-Match", first);
    String second = onlyIf.put(PATH, "{\"value\":\"y\"}").hasStatus(200).header("etag");
    assertThat(second).isNotEqualTo(first);
    onlyIf.put(PATH, "{\"value\":\"z\"}").hasStatus(412);
    onlyIf.delete(PATH).hasStatus(412);
    client.with("If-None-Match", first).get(PATH).hasStatus(200);
    client.with("If-None-Match", second).get(PATH).hasStatus(304);
    client.with("If-Match", second).delete(PATH).hasStatus(204);
  }

  @Test
  void namesEveryOffendingField() {
    client.put(PATH, "{\"secret\":1}").isInvalid("/value", "/secret");
    client.put("/v1/variables/NONE", "{\"value\":\"x\"}").isNotFound();
  }

  @Test
  void isForWritersOfTheAccount() {
    Access access = new Access(app, acme);
    access.requireForWriting("PUT", PATH, "{\"value\":\"x\"}");
    access.requireHidden("PUT", PATH, "{\"value\":\"x\"}");
  }
}
