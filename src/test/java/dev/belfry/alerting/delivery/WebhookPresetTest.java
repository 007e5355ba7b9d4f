package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Delivery.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each service gets has the documented form and lengths, whatever the alert says. */
class WebhookPresetTest {
  private static final String ACKNOWLEDGE =
      "https://belfry.example.org/v1/alert-links/" + "a".repeat(64) + "/acknowledge";
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String AWKWARD =
      "\"quotes\" \\ back\nnew\r\nline\t<b>&amp; @channel *x* _y_ {{CHECK_ID}} \u0001 \u2028 😀";

  private static Map<String, Object> sample(String type) {
    Map<String, Object> variables = new HashMap<>(SampleContext.variables());
    variables.put("ALERT_TYPE", type);
    if (AlertType.valueOf(type).isProblem()) {
      variables.put(ChannelMessageStore.ACKNOWLEDGE_LINK, ACKNOWLEDGE);
    }
    return variables;
  }

  /** Each text of the alert is awkward, and as long as it can be. */
  private static Map<String, Object> awkward(String type, String error) {
    Map<String, Object> variables = sample(type);
    for (String name : List.of("ALERT_TITLE", "CHECK_NAME", "GROUP_NAME", "RUN_LOCATION")) {
      variables.put(name, (AWKWARD + "😀".repeat(200)).substring(0, 300));
    }
    variables.put("url", "https://example.com/?" + "ä\"".repeat(1_000));
    variables.put("TAGS", IntStream.range(0, 40).mapToObj(i -> AWKWARD + i).toList());
    variables.put("CHECK_ERROR_MESSAGE", error);
    return variables;
  }

  /** An alert that knows nothing but its title, as that of a channel or a certificate. */
  private static Map<String, Object> bare(String type) {
    return new HashMap<>(Map.of("ALERT_TITLE", "Shop", "ALERT_TYPE", type));
  }

  private static Stream<Arguments> everything() {
    List<Arguments> all = new ArrayList<>();
    for (WebhookPreset preset : WebhookPreset.values()) {
      for (String type :
          List.of(
              "ALERT_FAILURE",
              "ALERT_FAILURE_REMAIN",
              "ALERT_FAILURE_DEGRADED",
              "ALERT_DEGRADED",
              "ALERT_DEGRADED_REMAIN",
              "ALERT_DEGRADED_FAILURE",
              "ALERT_DEGRADED_RECOVERY",
              "ALERT_RECOVERY",
              "ALERT_SSL")) {
        all.add(Arguments.of(preset, type, Kind.ALERT));
      }
      all.add(Arguments.of(preset, "ALERT_FAILURE", Kind.TEST));
    }
    return all.stream();
  }

  private static OutgoingRequest request(
      WebhookPreset preset, Kind kind, Map<String, Object> variables) throws Exception {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    config.put("url", "https://receiver.example.org/hook").put("webhookType", preset.webhookType());
    for (String name : List.of("chat_id", "integrationKey", "mine")) {
      config.withArrayProperty("queryParameters").addObject().put("key", name).put("value", "-1");
    }
    Delivery delivery =
        new Delivery(new UUID(0, 1), new UUID(0, 2), kind, "l", 1, 1, 0, null, 3L, null, null);
    return WebhookRequest.of(
        new ChannelMessage(
            delivery,
            ChannelType.WEBHOOK,
            config,
            variables,
            List.of(),
            "the-episode",
            false,
            ChannelMessage.Receipts.NONE),
        NOW);
  }

  @ParameterizedTest
  @MethodSource("everything")
  void isWhatTheServiceDocuments(WebhookPreset preset, String type, Kind kind) throws Exception {
    for (Map<String, Object> variables :
        List.of(
            sample(type),
            bare(type),
            awkward(type, AWKWARD),
            awkward(type, "e".repeat(10_000)),
            awkward(type, "😀".repeat(5_000)),
            awkward(type, "\"\\\n".repeat(3_334)))) {
      OutgoingRequest request = request(preset, kind, variables);
      String body = request.body();
      assertThat(body).isNotNull();
      if (preset == WebhookPreset.NTFY) {
        assertThat(body.getBytes(StandardCharsets.UTF_8).length).isBetween(1, 4_096);
        assertThat(request.headers().get("Content-Type")).startsWith("text/plain");
        assertThat(request.target().pathAndQuery()).contains("title=").contains("priority=");
      } else {
        assertThat(request.headers().get("Content-Type")).startsWith("application/json");
        JsonNode json = STRICT.readTree(body);
        WebhookSchemas.check(preset, json, AlertLevel.ofType(type), kind == Kind.TEST);
      }
      assertThat(request.target().pathAndQuery())
          .as("parameters of the body")
          .startsWith("/hook?")
          .contains("mine=-1");
    }
  }

  @ParameterizedTest
  @EnumSource(WebhookPreset.class)
  void saysWhichServiceAndHow(WebhookPreset preset) {
    assertThat(WebhookPreset.of(preset.webhookType())).contains(preset);
    assertThat(preset.title()).isNotBlank();
    assertThat(preset.setup()).endsWith(".");
  }

  @ParameterizedTest
  @EnumSource(
      value = WebhookPreset.class,
      names = {"DISCORD", "GOOGLE_CHAT", "MATTERMOST", "MSTEAMS", "NTFY", "TELEGRAM"})
  void peopleInChatsCanAcknowledgeAProblem(WebhookPreset preset) throws Exception {
    assertThat(request(preset, Kind.ALERT, sample("ALERT_FAILURE")).body()).contains(ACKNOWLEDGE);
    assertThat(request(preset, Kind.ALERT, sample("ALERT_RECOVERY")).body())
        .doesNotContain("cknowledge");
  }

  @Test
  void unknownTypesSendBelfrysOwnJson() {
    ObjectNode config = JsonNodeFactory.instance.objectNode().put("webhookType", "WEBHOOK_OTHER");
    assertThat(WebhookTemplate.of(config, null).text()).isEmpty();
  }

  @Test
  void theChannelsTemplateWins() {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    config.put("webhookType", "WEBHOOK_MSTEAMS").put("template", "{\"text\":\"{{ALERT_TITLE}}\"}");
    assertThat(WebhookTemplate.of(config, null).text()).startsWith("{\"text\"");
    assertThat(WebhookTemplate.of(config, null).query()).isEmpty();
  }

  @Test
  void parametersOfTheBodyAreNotInTheAddress() throws Exception {
    OutgoingRequest telegram = request(WebhookPreset.TELEGRAM, Kind.ALERT, sample("ALERT_FAILURE"));
    assertThat(telegram.target().pathAndQuery()).isEqualTo("/hook?integrationKey=-1&mine=-1");
    assertThat(STRICT.readTree(telegram.body()).path("chat_id").asText()).isEqualTo("-1");
  }
}
