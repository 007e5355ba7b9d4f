package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/maintenance-windows}, and one of them read and deleted. */
class ReadMaintenanceWindowsIT {
  private static final String PATH = "/v1/maintenance-windows";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String first = create("one");
  private final String second = create("two");

  private String create(String name) {
    return client
        .post(
            PATH,
            """
            {"name":"%s","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
             "silenceAllAlerts":true}"""
                .formatted(name))
        .hasStatus(201)
        .id();
  }

  @Test
  void listsPagesOldestFirst() {
    ApiReply page =
        client.get(PATH + "?limit=1").hasStatus(200).matchesContract("listMaintenanceWindows");
    assertThat(page.at("/0/id").asText()).isEqualTo(first);
    assertThat(page.header("content-range")).isEqualTo("0-0/2");
    assertThat(client.get(PATH + "?limit=1&page=2").at("/0/id").asText()).isEqualTo(second);
    assertThat(client.get(PATH).json()).hasSize(2);
    client.get(PATH + "?limit=0").isInvalid("/limit");
  }

  @Test
  void readsAndDeletesOne() {
    String path = PATH + "/" + first;
    client.get(path).hasStatus(200).matchesContract("readMaintenanceWindow");
    client.delete(path).hasStatus(204);
    client.get(path).isNotFound();
    client.delete(path).isNotFound();
    client.get(PATH + "/nonsense").isInvalid("/id");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForReading(PATH);
    access.requireForReading(PATH + "/" + first);
    access.requireHidden("GET", PATH + "/" + first, null);
    access.requireForWriting("DELETE", PATH + "/" + first, null);
    access.requireHidden("DELETE", PATH + "/" + first, null);
  }
}
