package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/private-locations/{id}}. */
class DeletePrivateLocationIT {
  private static final String PATH = "/v1/private-locations";
  private static final String BODY = "{\"name\":\"Office\",\"slugName\":\"office\"}";
  private static final String IN_USE =
      "Checks or groups still name the private location: remove it from them first";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path = PATH + "/" + client.post(PATH, BODY).hasStatus(201).id();

  private String monitor(String locations) {
    return """
    {"name":"Home","request":{"url":"https://example.com/"},"privateLocations":%s}"""
        .formatted(locations);
  }

  @Test
  void deletesTheLocationOnce() {
    client.delete(path).hasStatus(204).matchesContract("deletePrivateLocation");
    client.get(path).isNotFound();
    client.delete(path).isNotFound();
    client.post(PATH, BODY).hasStatus(201);
  }

  @Test
  void notWhileACheckNamesIt() {
    String check = client.post("/v1/checks/url", monitor("[\"office\"]")).hasStatus(201).id();
    client.delete(path).isError(409, "Conflict", IN_USE).matchesContract("deletePrivateLocation");
    client.put("/v1/checks/url/" + check, "{\"privateLocations\":null}").hasStatus(200);
    client.delete(path).hasStatus(204);
    client
        .put("/v1/checks/url/" + check, "{\"privateLocations\":[\"office\"]}")
        .isInvalid("/privateLocations/0");
  }

  @Test
  void notWhileAGroupNamesIt() {
    String group =
        client
            .post("/v2/check-groups", "{\"name\":\"G\",\"privateLocations\":[\"office\"]}")
            .hasStatus(201)
            .id();
    client.delete(path).isError(409, "Conflict", IN_USE);
    client.delete("/v1/check-groups/" + group).hasStatus(204);
    client.delete(path).hasStatus(204);
  }

  @Test
  void anotherAccountsCheckDoesNotHoldIt() {
    ApiClient globex = app.as(app.newTenant());
    globex.post(PATH, BODY).hasStatus(201);
    globex.post("/v1/checks/url", monitor("[\"office\"]")).hasStatus(201);
    client.delete(path).hasStatus(204);
  }

  @Test
  void noCheckKeepsALocationThatWasDeletedMeanwhile() {
    String check = client.post("/v1/checks/url", monitor("[]")).hasStatus(201).id();
    for (int round = 0; round < 8; round++) {
      String location =
          round == 0 ? path : PATH + "/" + client.post(PATH, BODY).hasStatus(201).id();
      CompletableFuture<Integer> named =
          CompletableFuture.supplyAsync(
              () ->
                  client
                      .put("/v1/checks/url/" + check, "{\"privateLocations\":[\"office\"]}")
                      .status());
      int deleted = client.delete(location).status();
      assertThat(named.join()).isEqualTo(deleted == 204 ? 400 : 200);
      assertThat(client.get("/v1/checks/" + check).at("/privateLocations"))
          .hasSize(deleted == 204 ? 0 : 1);
      client.put("/v1/checks/url/" + check, "{\"privateLocations\":[]}").hasStatus(200);
      if (deleted != 204) {
        client.delete(location).hasStatus(204);
      }
    }
  }

  @Test
  void isForWritersOfTheAccount() {
    Access access = new Access(app, acme);
    access.requireForWriting("DELETE", path, null);
    access.requireHidden("DELETE", path, null);
    client.delete(PATH + "/" + UUID.randomUUID()).isNotFound();
    client.delete(PATH + "/nonsense").isInvalid("/id");
    client.get(path).hasStatus(200);
  }
}
