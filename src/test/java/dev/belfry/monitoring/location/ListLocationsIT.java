package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/locations}. */
class ListLocationsIT {
  private final TestApp app = TestApp.shared();

  @Test
  void listsThePublicLocationsToAnybody() {
    ApiReply reply =
        app.client().get("/v1/locations").hasStatus(200).matchesContract("listLocations");
    assertThat(reply.json()).hasSize(22);
    assertThat(reply.at("/6/region").asText()).isEqualTo("eu-west-1");
    assertThat(reply.at("/6/name").asText()).isEqualTo("Ireland");
    assertThat(reply.at("/6/coverage").asText()).isIn("NAMED", "ANY", "NONE");
    assertThat(reply.header("x-request-id")).isNotEmpty();
    assertThat(reply.header("x-ratelimit-limit")).isEmpty();
  }

  @Test
  void asksNobodyForAKey() {
    app.client().withKey("nonsense").get("/v1/locations").hasStatus(200);
    app.as(app.newTenant()).get("/v1/locations").hasStatus(200);
    app.client().post("/v1/locations", "{}").hasStatus(405);
  }
}
