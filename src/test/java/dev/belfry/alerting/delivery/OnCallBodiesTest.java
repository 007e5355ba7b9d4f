package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Delivery.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bodies for PagerDuty and Opsgenie keep the documented forms and lengths. */
class OnCallBodiesTest {
  private static final String LONG = "ä".repeat(20_000);

  private final Map<String, Object> variables = new HashMap<>(SampleContext.variables());
  private final ObjectNode config = JsonNodeFactory.instance.objectNode();

  private ChannelMessage message(Kind kind, String type) {
    variables.put("ALERT_TYPE", type);
    Delivery delivery =
        new Delivery(new UUID(0, 1), new UUID(0, 2), kind, "l", 1, 1, 0, null, 3L, null, null);
    return new ChannelMessage(
        delivery,
        ChannelType.OPSGENIE,
        config,
        variables,
        List.of(),
        "the-episode",
        false,
        ChannelMessage.Receipts.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "ALERT, ALERT_FAILURE, critical, P1",
    "ALERT, ALERT_FAILURE_REMAIN, critical, P1",
    "ALERT, ALERT_DEGRADED_FAILURE, critical, P1",
    "ALERT, ALERT_FAILURE_DEGRADED, warning, P3",
    "ALERT, ALERT_DEGRADED, warning, P3",
    "ALERT, ALERT_SSL, warning, P3",
    "TEST, ALERT_FAILURE, info, P5",
  })
  void trigger(Kind kind, String type, String severity, String priority) {
    ChannelMessage message = message(kind, type);
    JsonNode event = PagerDutyEvent.of(message);
    assertThat(event.path("event_action").asText()).isEqualTo("trigger");
    assertThat(event.path("dedup_key").asText()).isEqualTo("the-episode");
    assertThat(event.at("/payload/severity").asText()).isEqualTo(severity);
    assertThat(event.at("/payload/timestamp").asText()).isEqualTo("2026-02-10T13:45:09.120Z");
    assertThat(event.at("/links/0/href").asText()).startsWith("https://");
    JsonNode alert = OpsgenieAlert.of(message);
    assertThat(OpsgenieAlert.path(message)).isEqualTo("/v2/alerts");
    assertThat(alert.path("alias").asText()).isEqualTo("the-episode");
    assertThat(alert.path("priority").asText()).isEqualTo(priority);
    assertThat(alert.at("/details/checkName").asText()).isEqualTo("Shop");
  }

  @ParameterizedTest
  @CsvSource({"ALERT_RECOVERY", "ALERT_DEGRADED_RECOVERY"})
  void recoveriesResolve(String type) {
    config.put("serviceKey", " key ");
    ChannelMessage message = message(Kind.ALERT, type);
    assertThat(PagerDutyEvent.of(message).toString())
        .isEqualTo(
            "{\"routing_key\":\"key\",\"event_action\":\"resolve\",\"dedup_key\":\"the-episode\"}");
    assertThat(OpsgenieAlert.path(message))
        .isEqualTo("/v2/alerts/the-episode/close?identifierType=alias");
    assertThat(OpsgenieAlert.of(message).path("note").asText()).contains("Shop");
  }

  @Test
  void theRunAtSeveralLocationsIsADetail() {
    ChannelMessage message = message(Kind.ALERT, "ALERT_FAILURE");
    String summary = "failed at 1 of 2 locations (1 needed): eu-central-1; passed: us-east-1";
    assertThat(PagerDutyEvent.of(message).at("/payload/custom_details/locations").asText())
        .isEqualTo(summary);
    assertThat(OpsgenieAlert.of(message).at("/details/locations").asText()).isEqualTo(summary);
    assertThat(SlackMessage.of(message).toString()).contains("*All locations*\\n" + summary);
    assertThat(SlackMessage.of(message).at("/attachments/0/blocks/1/fields").size())
        .as("Slack takes ten")
        .isLessThanOrEqualTo(10);
    variables.remove("LOCATIONS_SUMMARY");
    assertThat(PagerDutyEvent.of(message).at("/payload/custom_details").has("locations")).isFalse();
    assertThat(OpsgenieAlert.of(message).path("details").has("locations")).isFalse();
    assertThat(SlackMessage.of(message).toString()).doesNotContain("locations");
  }

  @Test
  void webhooksReadTheRunAtSeveralLocationsInTheirTemplates() throws Exception {
    config.put("url", "https://example.com/");
    config.put(
        "template",
        "{{LOCATIONS_FAILED}}/{{LOCATIONS_NEEDED}}"
            + "{{#each LOCATIONS}} {{location}}={{verdict}} {{error}}{{/each}}");
    ChannelMessage message = message(Kind.ALERT, "ALERT_FAILURE");
    assertThat(WebhookRequest.of(message, Instant.EPOCH).body())
        .isEqualTo("1/1 eu-central-1=FAILED The server answered with status 503 us-east-1=PASSED ");
    assertThat(WebhookRequest.defaultBody(message).has("locations")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"p2, P2", "P5, P5", "urgent, P1", "'', P1"})
  void theChannelsPriorityWins(String chosen, String sent) {
    config.put("priority", chosen);
    assertThat(OpsgenieAlert.of(message(Kind.ALERT, "ALERT_FAILURE")).path("priority").asText())
        .isEqualTo(sent);
  }

  @Test
  void nothingIsLongerThanDocumented() {
    variables.replaceAll((name, value) -> value instanceof String ? LONG : value);
    variables.put("TAGS", IntStream.range(0, 30).mapToObj(i -> LONG + i).toList());
    ChannelMessage message = message(Kind.ALERT, "ALERT_FAILURE");
    variables.put("ALERT_TITLE", "x".repeat(128) + "\uD83D\uDE00\uD83D\uDE00");
    JsonNode alert = OpsgenieAlert.of(message);
    assertThat(alert.path("message").asText()).isEqualTo("x".repeat(128) + "…");
    assertThat(alert.path("description").asText()).hasSize(15_000);
    assertThat(alert.path("entity").asText()).hasSize(512);
    assertThat(alert.path("tags")).hasSize(20).allMatch(tag -> tag.asText().length() == 50);
    int details = 0;
    for (var one : alert.path("details").properties()) {
      details += one.getKey().length() + one.getValue().asText().length();
    }
    assertThat(details).isLessThanOrEqualTo(8_000);
    variables.put("ALERT_TITLE", LONG);
    JsonNode event = PagerDutyEvent.of(message);
    assertThat(event.at("/payload/summary").asText()).hasSize(1_024);
    assertThat(event.at("/payload/source").asText()).hasSize(255);
    assertThat(event.path("links")).isEmpty();
  }
}
