package dev.belfry.monitoring.variable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/variables}. */
class CreateVariableIT {
  private static final String PATH = "/v1/variables";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void answersWhatItStored() {
    assertThat(
            client
                .post(PATH, "{\"key\":\"COLOUR\",\"value\":\"blue\"}")
                .hasStatus(201)
                .matchesContract("createVariable")
                .text())
        .isEqualTo("{\"key\":\"COLOUR\",\"value\":\"blue\",\"locked\":false,\"secret\":false}");
    assertThat(
            client
                .post(PATH, "{\"key\":\"TOKEN\",\"value\":\"abc\",\"locked\":true,\"secret\":true}")
                .hasStatus(201)
                .text())
        .isEqualTo("{\"key\":\"TOKEN\",\"value\":null,\"locked\":true,\"secret\":true}");
  }

  @Test
  void aKeyIsTakenOnceInAnAccount() {
    String body = "{\"key\":\"TOKEN\",\"value\":\"abc\"}";
    client.post(PATH, body).hasStatus(201);
    client.post(PATH, body).hasStatus(409).matchesContract("createVariable");
    app.as(app.newTenant()).post(PATH, body).hasStatus(201);
  }

  @Test
  void namesEveryOffendingField() {
    client.post(PATH, "{}").isInvalid("/key", "/value");
    client.post(PATH, "{\"key\":\"1A\",\"value\":null}").isInvalid("/key", "/value");
    client
        .post(PATH, "{\"key\":\"a b\",\"value\":\"x\",\"secret\":\"yes\",\"locked\":1}")
        .isInvalid("/key", "/secret", "/locked");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    new Access(app, acme).requireForWriting("POST", PATH, "{\"key\":\"A\",\"value\":\"x\"}");
  }
}
