package dev.belfry.monitoring.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/runtimes}. */
class ListRuntimesIT {
  private final TestApp app = TestApp.shared();

  @Test
  void answersEveryRuntimeOfTheSpecificationWithoutAKey() {
    ApiReply reply =
        app.client().get("/v1/runtimes").hasStatus(200).matchesContract("listRuntimes");
    assertThat(reply.json().findValuesAsText("name"))
        .containsExactly(
            "2026.04", "2025.04", "2024.09", "2024.02", "2023.09", "2023.02", "2022.10");
  }

  @Test
  void monitorsMayNameEachOfThem() {
    ApiReply runtimes = app.client().get("/v1/runtimes");
    for (String name : runtimes.json().findValuesAsText("name")) {
      app.as(app.newTenant())
          .post(
              "/v1/checks/url",
              "{\"name\":\"x\",\"runtimeId\":\"%s\",\"request\":{\"url\":\"https://e.org\"}}"
                  .formatted(name))
          .hasStatus(201);
    }
  }
}
