package dev.belfry.monitoring.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/runtimes/{id}}. */
class ReadRuntimeIT {
  private final ApiClient client = TestApp.shared().client();

  @Test
  void answersOneRuntimeWithoutAKey() {
    assertThat(
            client.get("/v1/runtimes/2025.04").hasStatus(200).matchesContract("readRuntime").json())
        .isEqualTo(client.get("/v1/runtimes").json().get(1));
  }

  @Test
  void answers404ForAnotherName() {
    client.get("/v1/runtimes/2021.06").isNotFound().matchesContract("readRuntime");
    client.get("/v1/runtimes/" + "9".repeat(21)).isInvalid("/id");
  }
}
