package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** The members and lengths that services document for what they are sent. */
final class WebhookSchemas {
  private WebhookSchemas() {}

  /**
   * Checks the body of a request.
   *
   * @param level of the alert
   * @param isTest whether it is a test message
   */
  static void check(WebhookPreset preset, JsonNode body, AlertLevel level, boolean isTest) {
    boolean over = level == AlertLevel.RECOVERY;
    switch (preset) {
      case ALERTMANAGER -> alertmanager(body, over);
      case CORALOGIX -> {
        assertThat(body).hasSize(1);
        text(body, "/0/applicationName", 255);
        text(body, "/0/subsystemName", 255);
        assertThat(body.at("/0/severity").asInt()).isBetween(1, 6);
        text(body, "/0/text/title", 1_000);
      }
      case DISCORD -> discord(body);
      case FIREHYDRANT ->
          each(body, "event", "link", "check_id", "check_type", "alert_type", "started_at");
      case GITLAB_ALERT -> {
        text(body, "/title", 200);
        text(body, "/description", 1_000);
        text(body, "/service", 100);
        text(body, "/monitoring_tool", 100);
        time(body, "/start_time");
        text(body, "/fingerprint", 255);
        assertThat(body.path("severity").asText())
            .isIn("critical", "high", "medium", "low", "info", "unknown");
        assertThat(body.has("end_time")).isEqualTo(over);
      }
      case GOOGLE_CHAT -> googleChat(body);
      case ILERT -> {
        text(body, "/integrationKey", 255);
        text(body, "/summary", 255);
        text(body, "/alertKey", 255);
        assertThat(body.path("eventType").asText()).isEqualTo(over ? "RESOLVE" : "ALERT");
        assertThat(body.path("priority").asText()).isIn("HIGH", "LOW");
        body.path("links").forEach(link -> text(link, "/href", 2_048));
      }
      case INCIDENTIO -> {
        text(body, "/title", 500);
        text(body, "/deduplication_key", 255);
        assertThat(body.path("status").asText()).isEqualTo(over ? "resolved" : "firing");
        assertThat(body.path("metadata").isObject()).isTrue();
        assertThat(body.at("/metadata/tags").isArray()).isTrue();
      }
      case MATTERMOST -> {
        assertThat(body.path("attachments")).hasSize(1);
        text(body, "/attachments/0/fallback", 1_000);
        assertThat(body.at("/attachments/0/color").asText()).matches("#[0-9a-f]{6}");
        assertThat(body.toString()).hasSizeLessThan(16_383).doesNotContain("@channel");
        body.at("/attachments/0/fields").forEach(field -> text(field, "/value", 1_000));
      }
      case MSTEAMS -> teams(body);
      case NTFY -> throw new AssertionError("is not JSON");
      case ROOTLY ->
          each(body, "alert_type", "check_id", "check_name", "alert_title", "started_at", "link");
      case SPIKESH -> {
        text(body, "/title", 500);
        text(body, "/body", 5_000);
        assertThat(body.path("severity").asText()).isIn("sev1", "sev2", "sev3");
        assertThat(body.path("status").asText("")).isEqualTo(over ? "resolve" : "");
      }
      case SPLUNK -> {
        text(body, "/entity_id", 512);
        assertThat(body.path("state_start_time").isIntegralNumber()).isTrue();
        assertThat(body.path("message_type").asText())
            .isEqualTo(
                isTest
                    ? "INFO"
                    : over ? "RECOVERY" : level == AlertLevel.WARNING ? "WARNING" : "CRITICAL");
      }
      case TELEGRAM -> {
        text(body, "/chat_id", 255);
        text(body, "/text", 4_096);
        assertThat(body.at("/link_preview_options/is_disabled").asBoolean()).isTrue();
      }
    }
  }

  private static void alertmanager(JsonNode body, boolean over) {
    assertThat(body).hasSize(1);
    JsonNode alert = body.get(0);
    text(alert, "/labels/alertname", 255);
    alert.path("labels").forEach(label -> assertThat(label.asText()).isNotEmpty());
    alert.path("annotations").forEach(one -> assertThat(one.isTextual()).isTrue());
    for (String name : List.of("startsAt", "endsAt")) {
      if (alert.has(name)) {
        time(alert, "/" + name);
      }
    }
    assertThat(alert.path("endsAt").asText("").startsWith("2026-03-01")).isEqualTo(over);
  }

  private static void discord(JsonNode body) {
    assertThat(body.at("/allowed_mentions/parse")).isEmpty();
    assertThat(body.path("embeds")).hasSize(1);
    JsonNode embed = body.at("/embeds/0");
    text(embed, "/title", 256);
    assertThat(embed.path("description").asText("x")).hasSizeBetween(1, 4_096);
    assertThat(embed.path("color").asInt()).isBetween(0, 0xFFFFFF);
    assertThat(embed.path("fields").size()).isBetween(1, 25);
    int sum = embed.path("title").asText().length() + embed.path("description").asText().length();
    for (JsonNode field : embed.path("fields")) {
      text(field, "/name", 256);
      text(field, "/value", 1_024);
      sum += field.path("name").asText().length() + field.path("value").asText().length();
    }
    assertThat(sum).isLessThanOrEqualTo(6_000);
    if (embed.has("timestamp")) {
      time(embed, "/timestamp");
    }
    if (embed.has("url")) {
      assertThat(embed.path("url").asText()).startsWith("http");
    }
  }

  private static void googleChat(JsonNode body) {
    assertThat(bytes(body)).isLessThan(32_000);
    text(body, "/thread/threadKey", 4_000);
    JsonNode card = body.at("/cardsV2/0/card");
    text(card, "/header/title", 500);
    assertThat(card.at("/sections/0/widgets").size()).isBetween(1, 100);
    for (JsonNode widget : card.at("/sections/0/widgets")) {
      assertThat(widget).hasSize(1);
      String markup = widget.at("/textParagraph/text").asText("");
      assertThat(markup).doesNotContain("<b>");
    }
  }

  private static void teams(JsonNode body) {
    assertThat(bytes(body)).isLessThan(28_000);
    assertThat(body.path("type").asText()).isEqualTo("message");
    JsonNode attachment = body.at("/attachments/0");
    assertThat(attachment.path("contentType").asText())
        .isEqualTo("application/vnd.microsoft.card.adaptive");
    JsonNode card = attachment.path("content");
    assertThat(card.path("type").asText()).isEqualTo("AdaptiveCard");
    assertThat(card.path("version").asText()).isEqualTo("1.4");
    for (JsonNode element : card.path("body")) {
      assertThat(element.path("type").asText()).isIn("TextBlock", "FactSet");
      element.path("facts").forEach(fact -> text(fact, "/value", 1_000));
    }
    text(card, "/body/0/text", 500);
    card.path("actions").forEach(action -> text(action, "/url", 2_048));
  }

  private static int bytes(JsonNode body) {
    return body.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static void each(JsonNode body, String... names) {
    for (String name : names) {
      assertThat(body.path(name).isTextual()).as(name).isTrue();
    }
    time(body, "/started_at");
  }

  private static void text(JsonNode body, String path, int most) {
    assertThat(body.at(path).isTextual()).as(path).isTrue();
    assertThat(body.at(path).asText()).as(path).isNotBlank().hasSizeLessThanOrEqualTo(most);
  }

  private static void time(JsonNode body, String path) {
    assertThat(Instant.parse(body.at(path).asText())).as(path).isNotNull();
  }
}
