package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import org.junit.jupiter.api.Test;

/** What a channel may not make the service do, and what may not be saved. */
class GuardedDeliveryIT {
  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  @Test
  void dialsNoPrivateAddress() {
    try (HttpReceiver receiver = new HttpReceiver()) {
      String channel = receiver.channel(client);
      client.send("POST", "/v1/alert-channels/" + channel + "/test", null).hasStatus(202);
      JsonNode health = client.get("/v1/alert-channels/" + channel).at("/health");
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (health.path("dead").asInt() == 0 && System.nanoTime() < deadline) {
        health = client.get("/v1/alert-channels/" + channel).at("/health");
        Polling.pause();
      }
      assertThat(health.path("lastError").asText()).contains("may not be reached");
      assertThat(receiver.waiting()).isZero();
    }
  }

  @Test
  void aTemplateThatCannotBeReadIsNotSaved() {
    String config = "\"config\":{\"url\":\"https://example.com\",\"template\":\"%s\"}";
    String bad = "{\"type\":\"WEBHOOK\"," + config.formatted("{{#if X}}") + "}";
    client.post("/v1/alert-channels", bad).isInvalid("/config/template");
    String good = "{\"type\":\"WEBHOOK\"," + config.formatted("{{#if X}}a{{/if}}") + "}";
    String id = client.post("/v1/alert-channels", good).hasStatus(201).id();
    String path = "/v1/alert-channels/" + id;
    client.put(path, bad).isInvalid("/config/template");
    client.put(path, "{" + config.formatted("{{> other}}") + "}").isInvalid("/config/template");
    client
        .put(
            path,
            """
            {"config":{"url":"https://example.com","headers":[{"key":"A","value":"{{/if}}"}]}}""")
        .isInvalid("/config/headers/0/value");
  }

  @Test
  void aChannelThatCannotBeServedSaysSoWhereItIsSaved() {
    JsonNode health =
        client
            .post(
                "/v1/alert-channels",
                "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}")
            .hasStatus(201)
            .at("/health");
    assertThat(health.path("status").asText()).isEqualTo("NOT_CONFIGURED");
    assertThat(health.path("lastError").asText()).contains("BELFRY_SMTP_URL");
  }

  @Test
  void namesWhatIsWrongWithAnOrderToSendAgain() {
    client.post("/v1/alert-notifications/resend", "{}").isInvalid("/since");
    client
        .post(
            "/v1/alert-notifications/resend",
            "{\"since\":\"2026-01-01T00:00:00Z\",\"channelId\":9007199254740991}")
        .isNotFound();
    client.get("/v1/alert-notifications?limit=101").isInvalid("/limit");
  }
}
