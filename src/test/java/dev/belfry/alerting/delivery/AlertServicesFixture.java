package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An account with monitors and channels of services that keep alerts, and these services. */
final class AlertServicesFixture {
  static final HttpReceiver PAGER = new HttpReceiver();
  static final HttpReceiver GENIE = new HttpReceiver();
  static final HttpReceiver SLACK = new HttpReceiver();
  static final HttpReceiver HOOK = new HttpReceiver();
  static final TestApp APP =
      TestApp.start(
          with(
              AlertServices.environment(PAGER, GENIE, SLACK),
              "BELFRY_PUBLIC_URL",
              "https://b.example.org"));

  final Tenant acme = APP.newTenant();
  final ApiClient client = APP.as(acme);

  /** Ends the service and its receivers. */
  static void stop() {
    APP.close();
    for (HttpReceiver receiver : new HttpReceiver[] {PAGER, GENIE, SLACK, HOOK}) {
      receiver.close();
    }
  }

  private static Map<String, String> with(Map<String, String> settings, String name, String value) {
    Map<String, String> all = new HashMap<>(settings);
    all.put(name, value);
    return all;
  }

  JsonNode channel(String body) {
    return client.post("/v1/alert-channels", body).hasStatus(201).json();
  }

  JsonNode pager(String more) {
    return channel(AlertServices.channel("PAGERDUTY", more));
  }

  JsonNode genie(String more) {
    return channel(AlertServices.channel("OPSGENIE", more));
  }

  JsonNode slack(String more) {
    return channel(AlertServices.channel("SLACK_APP", more));
  }

  /** The path that a new monitor is pinged at. */
  String heartbeat(String name, JsonNode... channels) {
    List<String> ids = Arrays.stream(channels).map(one -> one.path("id").asText()).toList();
    return AlertServices.ping(
        client
            .post("/v1/checks/heartbeat", AlertServices.heartbeat(name, ids))
            .hasStatus(201)
            .json());
  }

  void ping(String path) {
    client.send("POST", path, null).hasStatus(200);
  }

  String newestAlert() {
    return client.get("/v1/check-alerts").hasStatus(200).at("/0/id").asText();
  }

  void act(String alert, String action, String more) {
    client
        .post(
            "/v2/check-alerts/" + alert + "/actions",
            "{\"action\":\"%s\"%s}".formatted(action, more))
        .hasStatus(201);
  }

  static JsonNode body(HttpReceiver.Got got) {
    return JsonText.parse(got.body());
  }

  long count(String condition) {
    return APP.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE account_id = '%s' AND %s"
                .formatted(acme.account(), condition));
  }

  void until(String condition, long expected) {
    AlertServices.until(
        () -> count(condition),
        expected,
        () -> condition + ": " + client.get("/v1/alert-notifications").text());
  }

  /** Every message is sent, and no receiver has one that the test did not take. */
  void nothingMore() {
    until("state = 'PENDING'", 0);
    for (HttpReceiver receiver : new HttpReceiver[] {PAGER, GENIE, SLACK, HOOK}) {
      assertThat(receiver.waiting()).isZero();
    }
  }

  /** Messages of a kind are due at once. */
  void hurry(String kind) {
    APP.database()
        .execute(
            "UPDATE deliveries SET due_ms = 0 WHERE account_id = '%s' AND kind = '%s'"
                .formatted(acme.account(), kind));
  }
}
