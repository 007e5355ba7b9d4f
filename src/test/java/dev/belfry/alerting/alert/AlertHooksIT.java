package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.testing.ApiClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** {@code /v1/alert-hooks/{token}}: what PagerDuty and Opsgenie tell, in their documented form. */
class AlertHooksIT {
  private static final String SECRET = "a signing secret";
  private static final String PAGERDUTY =
      """
      {"event":{"id":"%s","event_type":"%s","resource_type":"incident",
       "occurred_at":"2026-03-01T10:00:00.000Z","agent":{"html_url":"https://acme.pagerduty.com/users/P",
        "id":"P","self":"https://api.pagerduty.com/users/P","summary":"Ada Lovelace",
        "type":"user_reference"},"client":null,
       "data":{"id":"Q","type":"incident","number":7,"status":"acknowledged","incident_key":"%s",
        "title":"Home has failed","assignees":[{"id":"P","summary":"Grace Hopper"}]}}}""";
  private static final String OPSGENIE =
      """
      {"source":{"name":"","type":"web"},"alert":{"updatedAt":%d,"tags":["a"],"message":"Home",
       "username":"ada@example.com","alertId":"052652ac","source":"Belfry","alias":"%s","tinyId":"23",
       "createdAt":1420452191104,"userId":"daed1180","entity":""%s},"action":"%s",
       "integrationId":"37c8f316","integrationName":"Belfry"}""";

  private final AlertHistoryFixture stage = new AlertHistoryFixture();
  private final UUID alert = stage.open(stage.check);
  private final ApiClient anybody = stage.app.client();

  private String channel(String type, String config) {
    JsonNode made =
        stage
            .client
            .post("/v1/alert-channels", "{\"type\":\"%s\",\"config\":{%s}}".formatted(type, config))
            .hasStatus(201)
            .matchesContract("createAlertChannel")
            .json();
    stage.number(
        """
        INSERT INTO deliveries (id, account_id, kind, lane, alert_id, channel_id, state)
        VALUES (gen_random_uuid(), ?, 'ALERT', 'x', ?, ?, 'DELIVERED') RETURNING 1""",
        stage.acme.account(),
        alert,
        made.path("id").asLong());
    return URI.create(made.path("hookUrl").asText()).getRawPath();
  }

  private String pagerDuty() {
    return channel("PAGERDUTY", "\"serviceKey\":\"k\"");
  }

  private String opsgenie() {
    return channel("OPSGENIE", "\"name\":\"n\",\"apiKey\":\"k\"");
  }

  private static String event(String type, UUID episode) {
    return PAGERDUTY.formatted(UUID.randomUUID(), type, episode);
  }

  private void hear(String path, String body) {
    anybody
        .post(path, body)
        .hasStatus(204)
        .matchesContract(path.endsWith("y") ? "receivePagerDutyEvent" : "receiveOpsgenieAction");
  }

  private boolean acknowledged() {
    return AlertState.of(stage.state(stage.check)).notification().attention().acknowledged();
  }

  private JsonNode trail() {
    return stage.client.get("/v2/check-alerts/" + alert + "/actions").hasStatus(200).json();
  }

  @Test
  void pagerDutyAcknowledgesAndTakesItBack() {
    String path = pagerDuty();
    String first = event("incident.acknowledged", alert);
    hear(path, first);
    assertThat(acknowledged()).isTrue();
    hear(path, event("incident.unacknowledged", alert));
    assertThat(acknowledged()).isFalse();
    hear(path, first);
    assertThat(acknowledged()).as("repeated").isFalse();
    hear(path, event("incident.reassigned", alert));
    hear(path, event("incident.resolved", alert));
    assertThat(acknowledged()).as("the check decides about the end").isTrue();
    hear(path, event("incident.acknowledged", alert));
    assertThat(trail().findValuesAsText("action"))
        .containsExactly("ACKNOWLEDGE", "UNACKNOWLEDGE", "ASSIGN", "ACKNOWLEDGE");
    assertThat(trail().at("/0/actor").asText()).isEqualTo("PagerDuty: Ada Lovelace");
    assertThat(trail().at("/2/assignee").asText()).isEqualTo("Grace Hopper");
    assertThat(trail().at("/3/note").asText()).isEqualTo("Resolved in PagerDuty");
  }

  @Test
  void opsgenieTellsOfEveryAction() {
    String path = opsgenie();
    String assign =
        OPSGENIE.formatted(1, alert, ",\"owner\":\"bob@example.com\"", "AssignOwnership");
    hear(path, OPSGENIE.formatted(2, alert, "", "Acknowledge"));
    hear(path, OPSGENIE.formatted(3, alert, "", "UnAcknowledge"));
    hear(path, assign);
    hear(path, assign);
    hear(path, OPSGENIE.formatted(4, alert, ",\"note\":\"On it\"", "AddNote"));
    hear(path, OPSGENIE.formatted(5, alert, ",\"snoozeEndDate\":9999999999999", "Snooze"));
    hear(path, OPSGENIE.formatted(6, alert, "", "Close"));
    hear(path, OPSGENIE.formatted(7, alert, "", "AddTags"));
    assertThat(trail().findValuesAsText("action"))
        .containsExactly(
            "ACKNOWLEDGE", "UNACKNOWLEDGE", "ASSIGN", "COMMENT", "SNOOZE", "ACKNOWLEDGE");
    assertThat(trail().at("/0/actor").asText()).isEqualTo("Opsgenie: ada@example.com");
    assertThat(trail().at("/2/assignee").asText()).isEqualTo("bob@example.com");
  }

  @Test
  void aSignatureIsRequiredWithASecret() throws Exception {
    String path = channel("PAGERDUTY", "\"serviceKey\":\"k\",\"webhookSecret\":\"" + SECRET + "\"");
    String body = event("incident.acknowledged", alert);
    anybody.post(path, body).hasStatus(401).matchesContract("receivePagerDutyEvent");
    String signature = signature(body);
    anybody.with("X-PagerDuty-Signature", signature).post(path, body + " ").hasStatus(401);
    assertThat(acknowledged()).isFalse();
    anybody.with("X-PagerDuty-Signature", "v1=00," + signature).post(path, body).hasStatus(204);
    assertThat(acknowledged()).isTrue();
  }

  private static String signature(String body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return "v1=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void reachesOnlyAlertsOfItsChannel() {
    String path = pagerDuty();
    AlertHistoryFixture other = new AlertHistoryFixture();
    UUID foreign = other.open(other.check);
    hear(path, event("incident.acknowledged", foreign));
    UUID unsent = stage.open(stage.monitor());
    hear(path, event("incident.acknowledged", unsent));
    assertThat(other.client.get("/v2/check-alerts/" + foreign + "/actions").json()).isEmpty();
    assertThat(stage.client.get("/v2/check-alerts/" + unsent + "/actions").json()).isEmpty();
  }

  @Test
  void acceptsWhatItHasNoUseFor() {
    String path = pagerDuty();
    for (String body :
        new String[] {
          "{}",
          "{\"event\":null}",
          "{\"event\":{\"event_type\":\"pagey.ping\",\"agent\":null,\"data\":{\"message\":\"Hello\"}}}",
          "{\"event\":{\"event_type\":\"incident.acknowledged\",\"data\":{\"incident_key\":\"x\"}}}",
          event("incident.acknowledged", UUID.randomUUID()),
        }) {
      hear(path, body);
    }
    stage.number("DELETE FROM alert_states WHERE check_id = ?::uuid RETURNING 1", stage.check);
    hear(path, event("incident.acknowledged", alert));
    assertThat(trail()).isEmpty();
  }

  @Test
  void refusesWhatIsNotGenuine() {
    String path = pagerDuty();
    String body = event("incident.acknowledged", alert);
    for (String wrong :
        new String[] {
          "/v1/alert-hooks/nonsense/pagerduty",
          path.replaceFirst("alert-hooks/.", "alert-hooks/_"),
          path.replace("/pagerduty", "/opsgenie")
        }) {
      anybody.post(wrong, body).hasStatus(404);
    }
    anybody.post(path, "[]").hasStatus(400);
    anybody.post(path, "{\"a\":\"" + "x".repeat(2_000_000) + "\"}").hasStatus(413);
    assertThat(acknowledged()).isFalse();
  }

  @Test
  void keysThatReadDoNotSeeTheToken() {
    pagerDuty();
    JsonNode seen =
        anybody.withKey(stage.acme.readKey()).get("/v1/alert-channels").hasStatus(200).json();
    assertThat(seen.at("/0/hookUrl").asText()).contains("/v1/alert-hooks/********/pagerduty");
  }
}
