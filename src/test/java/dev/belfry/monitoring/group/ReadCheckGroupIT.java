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
  void hidesCredentialsFromKeysThatMayOnlyRead() {
    String made =
        """
        {"name":"Shop","apiCheckDefaults":{"headers":[{"key":"X-Plain","value":"seen"},
         {"key":"X-Locked","value":"hush","locked":true},{"key":"Authorization","value":"hush"}],
         "queryParameters":[{"key":"api_key","value":"hush"}]}}""";
    String path = "/v1/check-groups/" + client.post("/v2/check-groups", made).hasStatus(201).id();
    assertThat(client.get(path).hasStatus(200).text()).contains("seen", "hush");
    ApiClient reader = app.client().withKey(acme.readKey());
    assertThat(reader.get(path).hasStatus(200).matchesContract("readCheckGroup").text())
        .contains("seen", "****")
        .doesNotContain("hush");
    assertThat(reader.get("/v1/check-groups").hasStatus(200).text()).doesNotContain("hush");
    assertThat(reader.get("/v1/audit-log").hasStatus(200).text())
        .contains("seen")
        .doesNotContain("hush");
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
