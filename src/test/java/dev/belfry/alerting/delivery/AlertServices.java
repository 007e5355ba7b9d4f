package dev.belfry.alerting.delivery;

import static dev.belfry.alerting.delivery.HttpReceiver.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** PagerDuty, Opsgenie and Slack for instances that share a database of the test's own. */
final class AlertServices implements AutoCloseable {
  private static final Map<String, String> CONFIGS =
      Map.of(
          "PAGERDUTY", "\"serviceKey\":\"k\"",
          "OPSGENIE", "\"name\":\"n\",\"apiKey\":\"secret-key\"",
          "SLACK_APP", "\"slackChannels\":[\"#ops\"]");

  final HttpReceiver pager = new HttpReceiver();
  final HttpReceiver genie = new HttpReceiver();
  final HttpReceiver slack = new HttpReceiver();
  private final TestDatabase database;
  private String lastPing = "";

  AlertServices(TestDatabase database) {
    this.database = database;
  }

  static HttpReceiver.Behaviour posted(String ts) {
    return json(200, "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"" + ts + "\"}");
  }

  /** A channel of a type that these services are for, with more members of its JSON or none. */
  static String channel(String type, String more) {
    return "{\"type\":\"%s\",\"config\":{%s}%s}".formatted(type, CONFIGS.get(type), more);
  }

  /** A heartbeat monitor that tells some channels. */
  static String heartbeat(String name, List<String> channels) {
    String subscriptions =
        channels.stream()
            .map("{\"alertChannelId\":%s,\"activated\":true}"::formatted)
            .collect(Collectors.joining(","));
    return """
        {"name":"%s","alertChannelSubscriptions":[%s],
         "heartbeat":{"period":1,"periodUnit":"days","grace":0,"graceUnit":"minutes"}}"""
        .formatted(name, subscriptions);
  }

  /** The path that a monitor is pinged at. */
  static String ping(JsonNode monitor) {
    return URI.create(monitor.at("/heartbeat/pingUrl").asText()).getRawPath();
  }

  static void until(LongSupplier count, long expected, Supplier<String> told) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (count.getAsLong() != expected) {
      assertThat(System.nanoTime()).as(told).isLessThan(deadline);
      Polling.pause();
    }
  }

  /** For an instance of this process. */
  Map<String, String> environment() {
    return environment(pager, genie, slack);
  }

  static Map<String, String> environment(
      HttpReceiver pager, HttpReceiver genie, HttpReceiver slack) {
    return Map.of(
        "BELFRY_ALLOW_PRIVATE_TARGETS",
        "true",
        "BELFRY_PAGERDUTY_URL",
        pager.url(),
        "BELFRY_OPSGENIE_URL",
        genie.url(),
        "BELFRY_SLACK_URL",
        slack.url() + "/api",
        "BELFRY_SLACK_TOKEN",
        "xoxb-1");
  }

  /** For an instance that is a process. */
  Map<String, String> processEnvironment() {
    DatabaseAddress address = database.address();
    Map<String, String> all = new HashMap<>(environment());
    all.put("BELFRY_HTTP_HOST", "127.0.0.1");
    all.put("BELFRY_HTTP_PORT", "0");
    all.put("BELFRY_MANAGEMENT_HOST", "127.0.0.1");
    all.put("BELFRY_MANAGEMENT_PORT", "0");
    all.put("BELFRY_LOCATIONS", "none");
    all.put("BELFRY_DATABASE_URL", TestDatabase.url(address));
    return all;
  }

  /** Makes a monitor with a channel of each type, and fails it; returns the id of the alert. */
  String fail(ApiClient client, String name, String... types) {
    List<String> channels = new ArrayList<>();
    for (String type : types) {
      channels.add(client.post("/v1/alert-channels", channel(type, "")).hasStatus(201).id());
    }
    JsonNode made =
        client
            .post("/v1/checks/heartbeat?autoAssignAlerts=false", heartbeat(name, channels))
            .hasStatus(201)
            .json();
    lastPing = ping(made);
    client.send("POST", lastPing + "/fail", null).hasStatus(200);
    String alerts = "/v1/check-alerts/" + made.path("id").asText();
    return client.get(alerts).hasStatus(200).at("/0/id").asText();
  }

  /** The path that the newest monitor is pinged at. */
  String lastPing() {
    return lastPing;
  }

  void act(ApiClient client, String alert, String action) {
    client
        .post("/v2/check-alerts/" + alert + "/actions", "{\"action\":\"" + action + "\"}")
        .hasStatus(201);
  }

  /** The next event at PagerDuty: the action and the key. */
  String pagerEvent() {
    JsonNode event = JsonText.parse(pager.take().body());
    return event.path("event_action").asText() + " " + event.path("dedup_key").asText();
  }

  /** The key of the next event at PagerDuty, which has this action. */
  String pagerKey(String action) {
    String event = pagerEvent();
    assertThat(event).startsWith(action + " ");
    return event.substring(action.length() + 1);
  }

  /** Ids of the messages about actions. */
  List<String> actions() {
    List<String> ids = new ArrayList<>();
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT id FROM deliveries WHERE kind = 'ALERT_ACTION'")) {
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
      return ids;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  long count(String condition) {
    return database.count("SELECT count(*) FROM deliveries WHERE " + condition);
  }

  void until(String condition, long expected) {
    until(() -> count(condition), expected, () -> condition + ": " + count(condition));
  }

  /** The claims of instances that died have run out, and each message is due. */
  void claimsRunOut() {
    database.execute(
        "UPDATE deliveries SET claimed_until_ms = 0, due_ms = 0 WHERE state = 'PENDING'");
  }

  /** Drops requests that no assertion asks for. */
  void forget() {
    for (HttpReceiver receiver : List.of(pager, genie, slack)) {
      while (receiver.waiting() > 0) {
        receiver.take();
      }
    }
  }

  /** No receiver has a request that the test did not take. */
  void nothingMore() {
    for (HttpReceiver receiver : List.of(pager, genie, slack)) {
      assertThat(receiver.waiting()).isZero();
    }
  }

  @Override
  public void close() {
    pager.close();
    genie.close();
    slack.close();
  }
}
