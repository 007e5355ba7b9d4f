package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-groups/{id}}. */
class ReadCheckGroupIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void answersGroupsOfBothGenerations() {
    for (String generation : new String[] {"v1", "v2"}) {
      ApiReply made =
          client.post("/" + generation + "/check-groups", "{\"name\":\"Shop\"}").hasStatus(201);
      ApiReply reply =
          client
              .get("/v1/check-groups/" + made.id())
              .hasStatus(200)
              .matchesContract("readCheckGroup");
      assertThat(reply.json()).isEqualTo(made.json());
    }
  }

  @Test
  void answers404ForUnknownIdsAndOtherAccounts() {
    String path = "/v1/check-groups/" + client.post("/v2/check-groups", "{\"name\":\"Shop\"}").id();
    new Access(app, acme).requireHidden("GET", path, null);
    client.get("/v1/check-groups/999999999999999").isNotFound();
    client.get("/v1/check-groups/nonsense").isInvalid("/id");
    new Access(app, acme).requireForReading(path);
  }
}
