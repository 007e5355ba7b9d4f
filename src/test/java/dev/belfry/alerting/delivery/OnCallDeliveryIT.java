package dev.belfry.alerting.delivery;

import static dev.belfry.alerting.delivery.HttpReceiver.json;
import static dev.belfry.alerting.delivery.HttpReceiver.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Alerts at services that answer as PagerDuty's Events API v2 and Opsgenie's Alert API do. */
class OnCallDeliveryIT {
  private static final String KEY = "0123456789abcdef0123456789abcdef";
  private static final HttpReceiver PAGER = new HttpReceiver();
  private static final HttpReceiver GENIE = new HttpReceiver();
  private static final HttpReceiver EUROPEAN = new HttpReceiver();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_PAGERDUTY_URL", PAGER.url(),
              "BELFRY_OPSGENIE_URL", GENIE.url() + "/relay/",
              "BELFRY_OPSGENIE_EU_URL", EUROPEAN.url()));

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final LogCapture log = new LogCapture("dev.belfry");
  private final AlertSample alerts = new AlertSample(APP, acme);

  @AfterAll
  static void stop() {
    APP.close();
    PAGER.close();
    GENIE.close();
    EUROPEAN.close();
  }

  @AfterEach
  void keepsTheKeySecret() {
    log.close();
    assertThat(log.messages()).noneMatch(line -> line.contains(KEY));
    for (String path : new String[] {"/v1/alert-channels", "/v1/alert-notifications"}) {
      assertThat(client.get(path).text()).doesNotContain(KEY);
      assertThat(client.withKey(acme.readKey()).get(path).text()).doesNotContain(KEY);
    }
  }

  private String pager() {
    return channel("PAGERDUTY", "\"serviceKey\":\"" + KEY + "\"");
  }

  private String genie(String region) {
    return channel(
        "OPSGENIE",
        "\"name\":\"Genie\",\"apiKey\":\"%s\",\"region\":\"%s\"".formatted(KEY, region));
  }

  private String channel(String type, String config) {
    ApiReply made =
        client
            .post("/v1/alert-channels", "{\"type\":\"%s\",\"config\":{%s}}".formatted(type, config))
            .hasStatus(201);
    assertThat(made.at("/health/status").asText()).isEqualTo("UNKNOWN");
    return made.id();
  }

  private static JsonNode body(HttpReceiver.Got got) {
    try {
      return new ObjectMapper().readTree(got.body());
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + got.body(), e);
    }
  }

  @Test
  void aFailureTriggersAndItsRecoveryResolvesAtPagerDuty() {
    String channel = pager();
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    PAGER.then(json(202, "{\"status\":\"success\",\"dedup_key\":\"" + episode + "\"}"));
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    HttpReceiver.Got got = PAGER.take();
    assertThat(got.method() + " " + got.uri()).isEqualTo("POST /v2/enqueue");
    assertThat(got.header("Content-Type")).startsWith("application/json");
    assertThat(body(got).path("routing_key").asText()).isEqualTo(KEY);
    assertThat(body(got).path("event_action").asText()).isEqualTo("trigger");
    assertThat(body(got).path("dedup_key").asText()).isEqualTo(episode.toString());
    assertThat(body(got).at("/payload/summary").asText()).isEqualTo("Shop");
    PAGER.then(json(202, "{\"status\":\"success\",\"dedup_key\":\"" + episode + "\"}"));
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    JsonNode resolved = body(PAGER.take());
    assertThat(resolved.path("event_action").asText()).isEqualTo("resolve");
    assertThat(resolved.path("dedup_key").asText()).isEqualTo(episode.toString());
  }

  @Test
  void aRecoveryDoesNotOvertakeItsAlert() {
    String channel = pager();
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    String failure = alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000, 3_600_000);
    String recovery = alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000);
    long deadline = System.nanoTime() + 20_000_000_000L;
    String told = "";
    while (!told.startsWith("Waits for an earlier message") && System.nanoTime() < deadline) {
      for (JsonNode one : client.get("/v1/alert-notifications").json()) {
        told =
            one.path("id").asText().equals(recovery)
                ? one.path("notificationResult").asText()
                : told;
      }
      Polling.pause();
    }
    assertThat(told).startsWith("Waits for an earlier message");
    client.send("POST", "/v1/alert-notifications/" + failure + "/resend", null).hasStatus(202);
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("trigger");
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("resolve");
    alerts.message(recovery, "SUCCESS");
  }

  @Test
  void pagerDutysRefusalIsFinalAndItsHurryIsNot() {
    String invalid =
        "{\"status\":\"invalid event\",\"message\":\"Event object is invalid\",\"errors\":[\"Length of"
            + " 'routing_key' is incorrect: "
            + KEY
            + "\"]}";
    PAGER.then(json(400, invalid));
    JsonNode dead = alerts.message(alerts.test(pager()), "FAILURE");
    PAGER.take();
    assertThat(dead.path("attempts").asInt()).isOne();
    assertThat(dead.path("notificationResult").asText())
        .startsWith("HTTP 400: {\"status\":\"invalid event\"")
        .contains("incorrect: ****");
    PAGER.then(status(429, "Retry-After", "1")).then(status(503)).then(json(202, "{}"));
    String id = alerts.test(pager());
    assertThat(alerts.message(id, "SUCCESS").path("attempts").asInt()).isEqualTo(3);
    String key = null;
    for (int attempt = 1; attempt <= 3; attempt++) {
      JsonNode event = body(PAGER.take());
      assertThat(event.path("dedup_key").asText()).isEqualTo(key == null ? id : key);
      key = event.path("dedup_key").asText();
    }
  }

  @Test
  void aFailureMakesAnAlertAtOpsgenieAndItsRecoveryClosesIt() {
    String accepted = "{\"result\":\"Request will be processed\",\"took\":0.3,\"requestId\":\"4\"}";
    String channel = genie("US");
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    GENIE.then(json(202, accepted)).then(json(202, accepted));
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    HttpReceiver.Got got = GENIE.take();
    assertThat(got.method() + " " + got.uri()).isEqualTo("POST /relay/v2/alerts");
    assertThat(got.header("Authorization")).isEqualTo("GenieKey " + KEY);
    assertThat(body(got).path("alias").asText()).isEqualTo(episode.toString());
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    HttpReceiver.Got closed = GENIE.take();
    assertThat(closed.uri())
        .isEqualTo("/relay/v2/alerts/" + episode + "/close?identifierType=alias");
    assertThat(closed.header("Authorization")).isEqualTo("GenieKey " + KEY);
  }

  @Test
  void europeanKeysGoToEuropeAndARefusalSaysWhy() {
    EUROPEAN.then(
        json(422, "{\"message\":\"Key format is not valid!\",\"took\":0,\"requestId\":\"5\"}"));
    JsonNode dead = alerts.message(alerts.test(genie("EU")), "FAILURE");
    assertThat(EUROPEAN.take().uri()).isEqualTo("/v2/alerts");
    assertThat(dead.path("attempts").asInt()).isOne();
    assertThat(dead.path("notificationResult").asText()).contains("Key format is not valid!");
  }

  @Test
  void aDeploySaysWhichChannelCannotBeServed() {
    String body =
        """
        {"project":{"logicalId":"call","name":"Call"},"resources":[
         {"logicalId":"phone","type":"alert-channel","payload":{
           "type":"CALL","config":{"name":"On call","number":"+49 30 1234567"}}},
         {"logicalId":"pager","type":"alert-channel","payload":{
           "type":"PAGERDUTY","config":{"serviceKey":"%s"}}}]}"""
            .formatted(KEY);
    JsonNode diff =
        client
            .post("/v1/projects/deploy?dryRun=true", body)
            .hasStatus(200)
            .matchesContract("deployProject")
            .at("/diff");
    assertThat(diff).hasSize(2);
    for (JsonNode one : diff) {
      assertThat(one.path("warning").asText())
          .isEqualTo(
              one.path("logicalId").asText().equals("phone")
                  ? "No gateway for phone calls is configured (BELFRY_CALLS_URL)"
                  : "");
    }
    assertThat(diff.toString()).doesNotContain(KEY);
  }
}
