package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelName;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Delivery.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages about other channels, in the form of each type. */
class ChannelNoticeTest {
  private static ChannelMessage message(Kind kind, String webhookType) {
    Delivery delivery =
        new Delivery(new UUID(0, 1), new UUID(0, 2), kind, "l", 1, 1, 0, null, 3L, null, null);
    return new ChannelMessage(
        delivery,
        ChannelType.WEBHOOK,
        JsonNodeFactory.instance
            .objectNode()
            .put("url", "https://example.org/")
            .put("webhookType", webhookType),
        ChannelNotice.variables(
            kind, "\"Ops\" (slack)", "HTTP 404: no_service", "https://b.example.org/edit"),
        List.of(),
        "channel-7",
        false,
        ChannelMessage.Receipts.NONE);
  }

  @Test
  void servicesThatKeepAlertsOpenAndResolveOne() {
    JsonNode failure = PagerDutyEvent.of(message(Kind.CHANNEL_FAILURE, ""));
    assertThat(failure.path("dedup_key").asText()).isEqualTo("channel-7");
    assertThat(failure.at("/payload/severity").asText()).isEqualTo("warning");
    assertThat(failure.at("/links/0/text").asText()).isEqualTo("Open the channel");
    JsonNode recovery = PagerDutyEvent.of(message(Kind.CHANNEL_RECOVERY, ""));
    assertThat(recovery.path("event_action").asText()).isEqualTo("resolve");
    assertThat(recovery.path("dedup_key").asText()).isEqualTo("channel-7");
    assertThat(OpsgenieAlert.path(message(Kind.CHANNEL_RECOVERY, "")))
        .isEqualTo("/v2/alerts/channel-7/close?identifierType=alias");
  }

  @Test
  void slackShowsTheReasonAndWhatToDo() {
    assertThat(SlackMessage.of(message(Kind.CHANNEL_FAILURE, "")).toString())
        .contains("cannot deliver")
        .contains("HTTP 404: no_service. Alerts to it do not arrive. Correct the channel");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CHANNEL_FAILURE  | no        | cannot deliver | no. Alerts",
        "CHANNEL_FAILURE  | ' Gone. ' | cannot deliver | Gone. Alerts",
        "CHANNEL_FAILURE  | ''        | cannot deliver | Alerts",
        "CHANNEL_RECOVERY | no        | delivers again | ''",
      })
  void theVariablesOfTemplates(Kind kind, String reason, String does, String error) {
    Map<String, Object> wanted = new HashMap<>();
    wanted.put("ALERT_TITLE", "Channel \"Ops\" (slack) " + does);
    wanted.put("ALERT_TYPE", kind.name());
    wanted.put("CHECK_NAME", "Channel \"Ops\" (slack)");
    wanted.put("IS_REMINDER", false);
    wanted.put("RESULT_LINK", "https://b.example.org/edit");
    if (!error.isEmpty()) {
      wanted.put(
          "CHECK_ERROR_MESSAGE",
          error + " to it do not arrive. Correct the channel and send it a test.");
    }
    assertThat(
            ChannelNotice.variables(kind, "\"Ops\" (slack)", reason, "https://b.example.org/edit"))
        .isEqualTo(wanted);
  }

  @ParameterizedTest
  @EnumSource(WebhookPreset.class)
  void everyPresetHasThem(WebhookPreset preset) throws Exception {
    for (Kind kind : List.of(Kind.CHANNEL_FAILURE, Kind.CHANNEL_RECOVERY)) {
      OutgoingRequest request =
          WebhookRequest.of(message(kind, preset.webhookType()), Instant.EPOCH);
      String body = request.body();
      assertThat(request.target().pathAndQuery() + body).contains("Ops");
      if (preset != WebhookPreset.NTFY) {
        assertThat(JsonText.parse("{\"body\":" + body + "}").path("body").isContainerNode())
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "WEBHOOK|{\"name\":\"Ops\",\"url\":\"https://x/key\"}|\"Ops\" (webhook)",
        "WEBHOOK|{\"url\":\"https://x/key\"}|7 (webhook)",
        "EMAIL|{\"address\":\"a@b.example\"}|\"a@b.example\" (email)",
        "SLACK_APP|{\"slackChannels\":[\"#ops\"]}|\"#ops\" (slack app)",
        "PAGERDUTY|{\"serviceName\":\"Shop\"}|\"Shop\" (pagerduty)",
        "MEMBER|{\"name\":\"Grace\",\"userId\":\"0\"}|\"Grace\" (member)",
        "MEMBER|{\"userId\":\"0\"}|7 (member)",
      })
  void namesAChannelWithoutItsSecrets(ChannelType type, String config, String name) {
    assertThat(ChannelName.of(type, 7, JsonText.parse(config))).isEqualTo(name);
  }
}
