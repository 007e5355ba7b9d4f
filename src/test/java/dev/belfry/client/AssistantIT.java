package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The tools of {@code /mcp} as an assistant uses them: {@code @modelcontextprotocol/sdk}, the
 * protocol's own client, finds out why a monitor failed.
 */
class AssistantIT {
  private static final int SECONDS = 60;

  @Test
  void findsOutWhyAMonitorFailed() {
    try (TestApp app =
        TestApp.start(
            Map.of("BELFRY_LOCATIONS", "eu-west-1", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"))) {
      TestApp.Tenant acme = app.newTenant();
      ApiClient client = app.as(acme);
      client
          .post(
              "/v1/checks/url",
              """
              {"name":"Checkout","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
               "request":{"url":"http://127.0.0.1:1/"}}""")
          .hasStatus(201);
      Polling.until(
          "the monitor fails", () -> client.get("/v2/check-alerts").at("/entries").size() == 1);
      NodeProject project = NodeProject.of("assistant");
      String address = "http://127.0.0.1:" + app.port() + "/mcp";
      JsonNode session =
          new Command(project.home(), Map.of("PATH", System.getenv("PATH")), SECONDS)
              .run(project.script("session.js", address, acme.readKey()))
              .well()
              .json();

      assertThat(session.at("/server/name").asText()).isEqualTo("belfry");
      assertThat(session.path("instructions").asText()).contains("readCheckOverview");
      assertThat(session.path("tools").toString()).contains("listAlerts").doesNotContain("delete");
      assertThat(session.at("/failing/name").asText()).isEqualTo("Checkout");
      assertThat(session.at("/alerts/entries")).hasSize(1);
      assertThat(session.path("result").toString()).contains("refused");
      assertThat(session.path("refused").asText()).contains("\"statusCode\":400");
      assertThat(session.at("/unknown/code").asInt()).isEqualTo(-32_602);
    }
  }
}
