package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Delivery.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages about objectives, in the form of each type. */
class ObjectiveNoticeTest {
  private static ChannelMessage message(Kind kind, String severity, String webhookType) {
    Delivery delivery =
        new Delivery(new UUID(0, 1), new UUID(0, 2), kind, "l", 1, 1, 0, null, 3L, null, null);
    return new ChannelMessage(
        delivery,
        ChannelType.WEBHOOK,
        JsonNodeFactory.instance
            .objectNode()
            .put("url", "https://example.org/")
            .put("webhookType", webhookType),
        ObjectiveNotice.variables(
            kind,
            new ObjectiveNotice.Episode(
                "Checkout", "Shop", 99.9, 30, severity, 14.4, 3_600_000, 300_000, 33.3333, 400),
            "https://b.example.org/console/monitors/1"),
        List.of(),
        "objective-7",
        false,
        ChannelMessage.Receipts.NONE);
  }

  @Test
  void servicesThatKeepAlertsOpenAndResolveOne() {
    JsonNode page = PagerDutyEvent.of(message(Kind.OBJECTIVE_ALERT, "PAGE", ""));
    assertThat(page.path("dedup_key").asText()).isEqualTo("objective-7");
    assertThat(page.at("/payload/severity").asText()).isEqualTo("critical");
    assertThat(page.at("/links/0/text").asText()).isEqualTo("Open in Belfry");
    JsonNode ticket = PagerDutyEvent.of(message(Kind.OBJECTIVE_ALERT, "TICKET", ""));
    assertThat(ticket.at("/payload/severity").asText()).isEqualTo("warning");
    JsonNode over = PagerDutyEvent.of(message(Kind.OBJECTIVE_RECOVERY, "TICKET", ""));
    assertThat(over.path("event_action").asText()).isEqualTo("resolve");
    assertThat(OpsgenieAlert.path(message(Kind.OBJECTIVE_RECOVERY, "PAGE", "")))
        .isEqualTo("/v2/alerts/objective-7/close?identifierType=alias");
  }

  @Test
  void slackAndMailTellTheRates() {
    String rates =
        "The budget of 99.9 % good runs in 30 days is spent 33.3 times too fast over 1 hour and"
            + " 400.0 times over 5 minutes (limit 14.4).";
    ChannelMessage message = message(Kind.OBJECTIVE_ALERT, "PAGE", "");
    assertThat(SlackMessage.of(message).toString()).contains(rates).contains("#c62828");
    assertThat(SlackMessage.of(message(Kind.OBJECTIVE_ALERT, "TICKET", "")).toString())
        .contains("#f9a825");
    assertThat(message.notice().orElseThrow().content("a@e.org", Instant.EPOCH).toString())
        .contains(rates);
  }

  @ParameterizedTest
  @CsvSource({
    "3600000, 300000, 1 hour, 5 minutes",
    "7200000, 3600000, 2 hours, 1 hour",
    "259200000, 21600000, 3 days, 6 hours",
    "86400000, 7200000, 24 hours, 2 hours",
  })
  void theVariablesOfTemplates(long longMillis, long shortMillis, String over, String and) {
    ObjectiveNotice.Episode episode =
        new ObjectiveNotice.Episode(
            "Checkout", "Shop", 99.50, 30, "PAGE", 6, longMillis, shortMillis, 7.25, 8);
    Map<String, Object> begun = ObjectiveNotice.variables(Kind.OBJECTIVE_ALERT, episode, "link");
    assertThat(begun)
        .containsOnly(
            entry("ALERT_TITLE", "Objective \"Checkout\" spends its error budget too fast"),
            entry("ALERT_TYPE", "OBJECTIVE_ALERT"),
            entry("CHECK_NAME", "Shop"),
            entry("IS_REMINDER", false),
            entry("OBJECTIVE_NAME", "Checkout"),
            entry("OBJECTIVE_SEVERITY", "PAGE"),
            entry("OBJECTIVE_TARGET", "99.5"),
            entry(
                "CHECK_ERROR_MESSAGE",
                "The budget of 99.5 % good runs in 30 days is spent 7.3 times too fast over "
                    + over
                    + " and 8.0 times over "
                    + and
                    + " (limit 6)."),
            entry("RESULT_LINK", "link"));
    assertThat(ObjectiveNotice.variables(Kind.OBJECTIVE_RECOVERY, episode, "link"))
        .containsEntry("ALERT_TITLE", "Objective \"Checkout\" no longer spends its budget fast")
        .doesNotContainKey("CHECK_ERROR_MESSAGE");
  }

  @ParameterizedTest
  @EnumSource(WebhookPreset.class)
  void everyPresetHasThem(WebhookPreset preset) throws Exception {
    for (Kind kind : List.of(Kind.OBJECTIVE_ALERT, Kind.OBJECTIVE_RECOVERY)) {
      OutgoingRequest request =
          WebhookRequest.of(message(kind, "PAGE", preset.webhookType()), Instant.EPOCH);
      String body = request.body();
      assertThat(request.target().pathAndQuery() + body).contains("Checkout");
      if (preset != WebhookPreset.NTFY) {
        assertThat(JsonText.parse("{\"body\":" + body + "}").path("body").isContainerNode())
            .isTrue();
      }
    }
  }
}
