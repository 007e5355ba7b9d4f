package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.alerting.delivery.HttpReceiver.Got;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.testing.ApiClient;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What receivers get from webhooks that know their service. */
class WebhookPresetIT {
  private static final TestApp APP = TestApp.start(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true"));

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final AlertSample alerts = new AlertSample(APP, acme);
  private final HttpReceiver receiver = new HttpReceiver();

  @AfterAll
  static void stop() {
    APP.close();
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  private static String body(String url, String type, String more) {
    return "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"%s\",\"webhookType\":\"%s\"%s}}"
        .formatted(url, type, more);
  }

  private String channel(String type, String more) {
    return client
        .post("/v1/alert-channels", body(receiver.url() + "/key", type, more))
        .hasStatus(201)
        .id();
  }

  @Test
  void sendsWhatTheServiceDocuments() throws Exception {
    String id = alerts.test(channel("WEBHOOK_DISCORD", ""));
    JsonNode sent = new ObjectMapper().readTree(receiver.take().body());
    WebhookSchemas.check(WebhookPreset.DISCORD, sent, AlertLevel.TEST, true);
    assertThat(alerts.sent(id).path("statusCode").asInt()).isEqualTo(200);
  }

  @Test
  void ntfyGetsATextAndParameters() {
    alerts.test(
        channel("WEBHOOK_NTFY", ",\"queryParameters\":[{\"key\":\"priority\",\"value\":\"5\"}]"));
    Got got = receiver.take();
    assertThat(got.uri())
        .startsWith("/key?priority=5&title=Test%3A%20Shop%20has%20failed&tags=warning&click=https");
    assertThat(got.header("Content-Type")).startsWith("text/plain");
    assertThat(got.body())
        .startsWith("The server answered with status 503\nLocation: eu-central-1");
  }

  @Test
  void theTelegramTemplateOfTheCommandLineIsAForm() {
    alerts.test(
        channel(
            "WEBHOOK_TELEGRAM",
            ",\"template\":\"chat_id=-5&parse_mode=HTML&text=<b>{{ALERT_TITLE}}</b> {{#each TAGS}}"
                + "{{this}} {{/each}}<a href=\\\"{{RESULT_LINK}}\\\">View</a>\\n\""));
    Got got = receiver.take();
    assertThat(got.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
    assertThat(got.body())
        .startsWith("chat_id=-5&parse_mode=HTML&text=<b>Test%3A+Shop+has+failed</b> shop team%3A")
        .contains("<a href=\"https%3A%2F%2Fexample.com");
  }

  @Test
  void refusesWhatTheServiceWouldRefuse() {
    for (String type : new String[] {"WEBHOOK_TELEGRAM", "WEBHOOK_ILERT"}) {
      client
          .post("/v1/alert-channels", body(receiver.url(), type, ""))
          .isInvalid("/config/queryParameters");
    }
    channel("WEBHOOK_TELEGRAM", ",\"queryParameters\":[{\"key\":\"chat_id\",\"value\":\"@ops\"}]");
  }

  @Test
  void anUnknownServiceGetsBelfrysJson() throws Exception {
    alerts.test(channel("WEBHOOK_OTHER", ""));
    assertThat(new ObjectMapper().readTree(receiver.take().body()).path("kind").asText())
        .isEqualTo("TEST");
  }

  @Test
  void aRecoveryWaitsForItsAlertWhereAlertsStayOpen() throws Exception {
    String channel = channel("WEBHOOK_INCIDENTIO", "");
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    receiver.then(HttpReceiver.status(503, "Retry-After", "1"));
    alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000);
    assertThat(status(receiver.take())).isEqualTo("firing");
    alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000);
    assertThat(status(receiver.take())).isEqualTo("firing");
    JsonNode last = new ObjectMapper().readTree(receiver.take().body());
    assertThat(last.path("status").asText()).isEqualTo("resolved");
    assertThat(last.path("deduplication_key").asText()).isEqualTo(episode.toString());
  }

  private static String status(Got got) throws Exception {
    return new ObjectMapper().readTree(got.body()).path("status").asText();
  }

  @Test
  void readersDoNotSeeAPathThatIsTheKey() {
    String id = channel("WEBHOOK_MATTERMOST", "");
    ApiClient reader = client.withKey(acme.readKey());
    assertThat(reader.get("/v1/alert-channels/" + id).at("/config/url").asText())
        .isEqualTo(receiver.url() + "/****");
    client
        .put("/v1/alert-channels/" + id, body(receiver.url() + "/****", "WEBHOOK_MATTERMOST", ""))
        .hasStatus(200);
    assertThat(client.get("/v1/alert-channels/" + id).at("/config/url").asText()).endsWith("/key");
  }
}
