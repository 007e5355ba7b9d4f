package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/alert-channel-types}. */
class ListAlertChannelTypesIT {
  private final TestApp app = TestApp.shared();

  @Test
  void saysWhichTypesCannotSendAndWhy() {
    ApiReply reply =
        app.as(app.newTenant())
            .get("/v1/alert-channel-types")
            .hasStatus(200)
            .matchesContract("listAlertChannelTypes");
    assertThat(reply.json()).hasSize(ChannelType.values().length);
    for (JsonNode type : reply.json()) {
      assertThat(type.at("/reason").isNull()).isEqualTo(type.at("/canSend").asBoolean());
      if (type.at("/type").asText().equals("CALL")) {
        assertThat(type.at("/reason").asText()).contains("BELFRY_CALLS_URL");
      }
      if (type.at("/type").asText().equals("WEBHOOK")) {
        assertThat(type.at("/canSend").asBoolean()).isTrue();
        assertThat(type.at("/webhookTypes")).hasSize(WebhookPreset.values().length);
        assertThat(type.at("/webhookTypes/14/webhookType").asText()).isEqualTo("WEBHOOK_TELEGRAM");
        assertThat(type.at("/webhookTypes/14/requiredQueryParameters/0").asText())
            .isEqualTo("chat_id");
      }
    }
  }

  @Test
  void isForKeys() {
    app.client().get("/v1/alert-channel-types").isUnauthorized();
  }
}
