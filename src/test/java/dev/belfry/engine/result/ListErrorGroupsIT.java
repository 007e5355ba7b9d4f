package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/error-groups/checks/{checkId}}. */
class ListErrorGroupsIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path =
      "/v1/error-groups/checks/"
          + client
              .post("/v1/checks/url", "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}")
              .id();

  @Test
  void answersNoneForACheckThatIsThere() {
    ApiReply reply = client.get(path).hasStatus(200).matchesContract("listErrorGroups");
    assertThat(reply.text()).isEqualTo("[]");
  }

  @Test
  void answers404ForOthers() {
    client.get("/v1/error-groups/checks/" + UUID.randomUUID()).isNotFound();
    client.get("/v1/error-groups/checks/nonsense").isInvalid("/checkId");
    new Access(app, acme).requireHidden("GET", path, null);
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(path);
  }
}
