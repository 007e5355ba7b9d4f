package dev.belfry.alerting.delivery;

import static dev.belfry.alerting.delivery.HttpReceiver.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** An account with monitors and channels of services that keep alerts, and these services. */
final class AlertServicesFixture {
  static final HttpReceiver PAGER = new HttpReceiver();
  static final HttpReceiver GENIE = new HttpReceiver();
  static final HttpReceiver SLACK = new HttpReceiver();
  static final HttpReceiver HOOK = new HttpReceiver();
  static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_PUBLIC_URL",
              "https://b.example.org",
              "BELFRY_PAGERDUTY_URL",
              PAGER.url(),
              "BELFRY_OPSGENIE_URL",
              GENIE.url(),
              "BELFRY_SLACK_URL",
              SLACK.url() + "/api",
              "BELFRY_SLACK_TOKEN",
              "xoxb-1"));

  final Tenant acme = APP.newTenant();
  final ApiClient client = APP.as(acme);

  /** Ends the service and its receivers. */
  static void stop() {
    APP.close();
    for (HttpReceiver receiver : new HttpReceiver[] {PAGER, GENIE, SLACK, HOOK}) {
      receiver.close();
    }
  }

  JsonNode channel(String type, String config, String more) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"%s\",\"config\":{%s}%s}".formatted(type, config, more))
        .hasStatus(201)
        .json();
  }

  JsonNode pager(String more) {
    return channel("PAGERDUTY", "\"serviceKey\":\"k\"", more);
  }

  JsonNode genie(String more) {
    return channel("OPSGENIE", "\"name\":\"n\",\"apiKey\":\"secret-key\"", more);
  }

  JsonNode slack(String more) {
    return channel("SLACK_APP", "\"slackChannels\":[\"#ops\"]", more);
  }

  /** The path that a new monitor is pinged at. */
  String heartbeat(String name, JsonNode... channels) {
    String subscriptions =
        Arrays.stream(channels)
            .map(
                one ->
                    "{\"alertChannelId\":%s,\"activated\":true}".formatted(one.path("id").asText()))
            .collect(Collectors.joining(","));
    String url =
        client
            .post(
                "/v1/checks/heartbeat",
                """
                {"name":"%s","alertChannelSubscriptions":[%s],
                 "heartbeat":{"period":1,"periodUnit":"days","grace":0,"graceUnit":"minutes"}}"""
                    .formatted(name, subscriptions))
            .hasStatus(201)
            .at("/heartbeat/pingUrl")
            .asText();
    return URI.create(url).getRawPath();
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

  static HttpReceiver.Behaviour posted(String ts) {
    return json(200, "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"" + ts + "\"}");
  }

  long count(String condition) {
    return APP.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE account_id = '%s' AND %s"
                .formatted(acme.account(), condition));
  }

  void until(String condition, long expected) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (count(condition) != expected) {
      assertThat(System.nanoTime())
          .as(() -> condition + ": " + client.get("/v1/alert-notifications").text())
          .isLessThan(deadline);
      Polling.pause();
    }
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
