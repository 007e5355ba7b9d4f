package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Role;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.People;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.HeartbeatMonitors;
import dev.belfry.testing.Polling;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Groups of alerts from the API to receivers: one id and one thread, and what the API tells. */
class GroupDeliveryIT {
  private static final String GROUPING =
      "\"grouping\":{\"by\":[],\"waitSeconds\":1,\"intervalSeconds\":10}";
  private static final HttpReceiver SLACK = new HttpReceiver();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_PUBLIC_URL",
              "https://b.example.org",
              "BELFRY_SLACK_URL",
              SLACK.url() + "/api",
              "BELFRY_SLACK_TOKEN",
              "xoxb-1"));

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final HttpReceiver receiver = new HttpReceiver();

  @AfterEach
  void close() {
    receiver.close();
  }

  @AfterAll
  static void stop() {
    APP.close();
    SLACK.close();
  }

  private String channel(String type, String config) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"%s\",\"config\":%s,%s}".formatted(type, config, GROUPING))
        .hasStatus(201)
        .matchesContract("createAlertChannel")
        .id();
  }

  private String heartbeat(String name, String channel) {
    return HeartbeatMonitors.create(client, name, "", channel);
  }

  private void ping(String path) {
    client.send("POST", path, null).hasStatus(200);
  }

  /** The next look at each group comes at once. */
  private void hurry() {
    APP.database()
        .execute(
            "UPDATE alert_groups SET due_ms = 0 WHERE account_id = '%s'".formatted(acme.account()));
  }

  private static JsonNode body(HttpReceiver.Got got) {
    return JsonText.parse(got.body());
  }

  private void untilDelivered(int messages) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    String delivered =
        "SELECT count(*) FROM deliveries WHERE state = 'DELIVERED' AND account_id = '%s'"
            .formatted(acme.account());
    while (APP.database().count(delivered) < messages) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Polling.pause();
    }
  }

  @Test
  void aWebhookGetsOneIdUntilAllHaveRecovered() {
    String channel =
        channel("WEBHOOK", "{\"name\":\"Ops\",\"url\":\"%s\"}".formatted(receiver.url()));
    List<String> pings = new ArrayList<>();
    for (String name : List.of("Backup", "Import")) {
      pings.add(heartbeat(name, channel));
    }
    pings.forEach(path -> ping(path + "/fail"));
    JsonNode first = body(receiver.take());
    assertThat(first.path("kind").asText()).isEqualTo("GROUP");
    assertThat(first.path("type").asText()).isEqualTo("ALERT_FAILURE");
    assertThat(first.path("title").asText()).isEqualTo("2 monitors are failing");
    assertThat(first.path("link").asText()).isEqualTo("https://b.example.org/console/alerts");
    assertThat(first.at("/alertGroup/members").findValuesAsText("name"))
        .containsExactly("Backup", "Import");
    String id = first.at("/alertGroup/id").asText();
    untilDelivered(1);

    JsonNode group = client.get("/v1/alert-groups/" + id).matchesContract("readAlertGroup").json();
    assertThat(group.path("failing").asInt()).isEqualTo(2);
    assertThat(group.at("/members/0/state").asText()).isEqualTo("FAILED");
    String alert = group.at("/members/0/checkAlertId").asText();
    JsonNode notification =
        client
            .get("/v2/check-alerts/" + alert + "/notifications")
            .matchesContract("listNotificationsOfAlert")
            .at("/0");
    assertThat(notification.path("alertGroupId").asText()).isEqualTo(id);
    client.get("/v1/alert-notifications").matchesContract("listAlertNotifications");

    ping(pings.get(0));
    hurry();
    JsonNode update = body(receiver.take());
    assertThat(update.path("title").asText()).isEqualTo("1 monitor is failing, 1 recovered");
    assertThat(update.at("/alertGroup/id").asText()).isEqualTo(id);
    untilDelivered(2);
    ping(pings.get(1));
    hurry();
    JsonNode last = body(receiver.take());
    assertThat(last.path("type").asText()).isEqualTo("ALERT_RECOVERY");
    assertThat(last.path("title").asText()).isEqualTo("All 2 monitors have recovered");
    assertThat(last.at("/alertGroup/id").asText()).isEqualTo(id);

    String ofChannel = "/v1/alert-groups?alertChannelId=" + channel;
    assertThat(
            client
                .get(ofChannel + "&open=false")
                .matchesContract("listAlertGroups")
                .at("/entries/0/id")
                .asText())
        .isEqualTo(id);
    assertThat(client.get(ofChannel + "&open=true").at("/length").asInt()).isZero();
    APP.as(APP.newTenant()).get("/v1/alert-groups/" + id).hasStatus(404);
  }

  private JsonNode act(String group, String body, int alerts) {
    JsonNode done =
        client
            .post("/v1/alert-groups/" + group + "/actions", body)
            .hasStatus(201)
            .matchesContract("createAlertGroupAction")
            .json();
    assertThat(done.path("alerts").asInt()).isEqualTo(alerts);
    return done;
  }

  @Test
  void anActionConcernsAllOpenAlertsOfAGroup() {
    String channel =
        channel("WEBHOOK", "{\"name\":\"Ops\",\"url\":\"%s\"}".formatted(receiver.url()));
    List<String> pings = new ArrayList<>();
    for (String name : List.of("Backup", "Import", "Mail", "Report")) {
      pings.add(heartbeat(name, channel));
    }
    pings.subList(0, 3).forEach(path -> ping(path + "/fail"));
    JsonNode first = body(receiver.take());
    String id = first.at("/alertGroup/id").asText();
    String link = URI.create(first.path("acknowledgeLink").asText()).getRawPath();
    assertThat(APP.client().get(link).hasStatus(200).matchesContract("showAcknowledgement").text())
        .contains("attends to 3 monitors", "<button");
    untilDelivered(1);
    ping(pings.get(2));

    act(id, "{\"action\":\"ACKNOWLEDGE\",\"note\":\"Router\"}", 2);
    act(id, "{\"action\":\"ACKNOWLEDGE\"}", 0);
    JsonNode members =
        client.get("/v1/alert-groups/" + id).matchesContract("readAlertGroup").at("/members");
    assertThat(members.findValuesAsText("acknowledgedBy").subList(0, 2))
        .allMatch(actor -> actor.startsWith("key:"));
    assertThat(members.findValuesAsText("acknowledgedByName").subList(0, 2)).containsOnly("test");
    assertThat(members.at("/2/acknowledgedBy").isNull()).as("it has recovered").isTrue();
    String trail = "/v2/check-alerts/" + members.at("/0/checkAlertId").asText() + "/actions";
    assertThat(client.get(trail).at("/0/note").asText()).isEqualTo("Router");
    String grace = new People(APP).join(acme, Role.RESPONDER).email();
    act(id, "{\"action\":\"ASSIGN\",\"assignee\":\"%s\"}".formatted(grace), 2);
    assertThat(client.get("/v1/alert-groups/" + id).at("/members/0/assigneeName").asText())
        .isEqualTo("Grace");
    assertThat(
            client
                .get("/v1/alert-groups/" + id + "/events")
                .matchesContract("listAlertGroupEvents")
                .at("/entries/0/action/assigneeName")
                .asText())
        .isEqualTo("Grace");

    ping(pings.get(3) + "/fail");
    hurry();
    JsonNode update = body(receiver.take());
    assertThat(update.at("/alertGroup/id").asText()).isEqualTo(id);
    assertThat(update.path("title").asText()).as("a new one").startsWith("3 monitors are failing");
    untilDelivered(2);
    assertThat(
            APP.client()
                .send("POST", link, null)
                .hasStatus(200)
                .matchesContract("acknowledgeAlert")
                .text())
        .contains("The alerts are acknowledged");
    act(id, "{\"action\":\"UNACKNOWLEDGE\"}", 3);
    client
        .post(
            "/v1/alert-groups/" + id + "/actions",
            "{\"action\":\"SNOOZE\",\"until\":\"2999-01-01T00:00:00Z\"}")
        .isInvalid("/until");
    APP.as(APP.newTenant())
        .post("/v1/alert-groups/" + id + "/actions", "{\"action\":\"ACKNOWLEDGE\"}")
        .hasStatus(404);
    pings.forEach(this::ping);
    client
        .post("/v1/alert-groups/" + id + "/actions", "{\"action\":\"ACKNOWLEDGE\"}")
        .hasStatus(409)
        .matchesContract("createAlertGroupAction");
    assertThat(APP.client().send("POST", link, null).hasStatus(200).text())
        .contains("This problem has ended");
  }

  @Test
  void aSlackAppGetsOneThread() {
    String channel = channel("SLACK_APP", "{\"slackChannels\":[\"#alerts\"]}");
    String ping = heartbeat("Backup", channel);
    SLACK
        .then(HttpReceiver.json(200, "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"1.1\"}"))
        .then(HttpReceiver.json(200, "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"1.2\"}"));
    ping(ping + "/fail");
    assertThat(body(SLACK.take()).has("thread_ts")).isFalse();
    untilDelivered(1);
    ping(ping);
    hurry();
    JsonNode recovery = body(SLACK.take());
    assertThat(recovery.path("thread_ts").asText()).isEqualTo("1.1");
    assertThat(recovery.path("reply_broadcast").asBoolean()).isTrue();
  }

  @Test
  void groupingIsASettingOfTheChannel() {
    String id = channel("EMAIL", "{\"address\":\"a@example.org\"}");
    String path = "/v1/alert-channels/" + id;
    assertThat(client.get(path).matchesContract("readAlertChannel").at("/grouping"))
        .hasToString("{\"by\":[],\"waitSeconds\":1,\"repeatMinutes\":240,\"intervalSeconds\":10}");
    client.put(path, "{\"sendDegraded\":true}").hasStatus(200);
    assertThat(client.get(path).json().has("grouping")).as("kept").isTrue();
    for (String wrong :
        List.of(
            "{\"by\":[\"REGION\"]}",
            "{\"by\":[\"HOST\",\"HOST\"]}",
            "{\"by\":[],\"intervalSeconds\":9}",
            "{}")) {
      client.put(path, "{\"grouping\":" + wrong + "}").hasStatus(400);
    }
    client.put(path, "{\"grouping\":null}").hasStatus(200);
    assertThat(client.get(path).json().has("grouping")).as("taken away").isFalse();
  }
}
