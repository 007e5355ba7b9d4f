package dev.belfry.alerting.delivery;

import static dev.belfry.alerting.delivery.AlertServices.posted;
import static dev.belfry.alerting.delivery.AlertServicesFixture.APP;
import static dev.belfry.alerting.delivery.AlertServicesFixture.GENIE;
import static dev.belfry.alerting.delivery.AlertServicesFixture.HOOK;
import static dev.belfry.alerting.delivery.AlertServicesFixture.PAGER;
import static dev.belfry.alerting.delivery.AlertServicesFixture.SLACK;
import static dev.belfry.alerting.delivery.AlertServicesFixture.body;
import static dev.belfry.alerting.delivery.HttpReceiver.json;
import static dev.belfry.alerting.delivery.HttpReceiver.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Actions about alerts, at services that answer as PagerDuty, Opsgenie and Slack do. */
class ActionDeliveryIT {
  private static final String ACCEPTED =
      "{\"result\":\"Request will be processed\",\"took\":0.3,\"requestId\":\"4\"}";
  private static final String GROUPING =
      ",\"grouping\":{\"by\":[],\"waitSeconds\":1,\"intervalSeconds\":10}";

  private final AlertServicesFixture stage = new AlertServicesFixture();

  @AfterAll
  static void stop() {
    AlertServicesFixture.stop();
  }

  @Test
  void eachServiceIsToldOnceInItsOwnForm() {
    JsonNode hook =
        stage.channel("{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"" + HOOK.url() + "\"}}");
    String path =
        stage.heartbeat("Backup", stage.pager(""), stage.genie(""), stage.slack(""), hook);
    SLACK.then(posted("1.1")).then(posted("1.2")).then(posted("1.3"));
    SLACK.then(posted("1.4")).then(posted("1.5")).then(posted("1.6"));
    stage.ping(path + "/fail");
    String key = body(PAGER.take()).path("dedup_key").asText();
    assertThat(body(GENIE.take()).path("alias").asText()).isEqualTo(key);
    SLACK.take();
    HOOK.take();
    stage.until("state = 'DELIVERED'", 4);
    JsonNode untold = stage.genie("");

    String alert = stage.newestAlert();
    stage.act(alert, "ACKNOWLEDGE", ",\"note\":\"On it\"");
    assertThat(body(PAGER.take()).toString())
        .isEqualTo(
            "{\"routing_key\":\"k\",\"event_action\":\"acknowledge\",\"dedup_key\":\"%s\"}"
                .formatted(key));
    HttpReceiver.Got acknowledged = GENIE.take();
    assertThat(acknowledged.method() + " " + acknowledged.uri())
        .isEqualTo("POST /v2/alerts/" + key + "/acknowledge?identifierType=alias");
    assertThat(acknowledged.header("Authorization")).isEqualTo("GenieKey secret-key");
    assertThat(body(acknowledged).path("note").asText())
        .startsWith("Acknowledged by API key ")
        .endsWith(".\nOn it");
    JsonNode reply = body(SLACK.take());
    assertThat(reply.path("channel").asText()).isEqualTo("C1");
    assertThat(reply.path("thread_ts").asText()).isEqualTo("1.1");
    assertThat(reply.path("text").asText()).startsWith("Acknowledged by API key ");
    stage.act(alert, "ACKNOWLEDGE", "");
    stage.act(alert, "COMMENT", ",\"note\":\"Nothing to tell\"");
    stage.act(alert, "UNSNOOZE", "");
    stage.until("kind = 'ALERT_ACTION' AND state = 'DELIVERED'", 3);

    stage.act(alert, "UNACKNOWLEDGE", "");
    assertThat(GENIE.take().uri()).contains("/unacknowledge?");
    assertThat(body(SLACK.take()).path("text").asText()).startsWith("Acknowledgement withdrawn by");
    stage.act(alert, "SNOOZE", ",\"until\":\"%s\"".formatted(Instant.now().plusSeconds(3_600)));
    HttpReceiver.Got snoozed = GENIE.take();
    assertThat(snoozed.uri()).contains("/snooze?");
    assertThat(body(snoozed).path("endTime").asText()).endsWith("Z");
    assertThat(body(SLACK.take()).path("text").asText()).startsWith("Snoozed until 20");
    stage.act(alert, "UNSNOOZE", "");
    assertThat(body(SLACK.take()).path("text").asText()).startsWith("Snooze ended by");
    stage.nothingMore();

    JsonNode messages =
        stage
            .client
            .get("/v1/alert-notifications?limit=100")
            .matchesContract("listAlertNotifications")
            .json();
    assertThat(messages.at("/0/kind").asText()).isEqualTo("ALERT_ACTION");
    assertThat(messages.at("/0/checkAlertId").asText()).isEqualTo(alert);
    assertThat(messages.at("/0/alertActionId").isTextual()).isTrue();
    assertThat(messages.findValuesAsText("alertChannelId"))
        .doesNotContain(untold.path("id").asText());
    assertThat(stage.client.get("/v2/check-alerts/" + alert + "/notifications").json()).hasSize(4);
    SLACK.then(posted("1.7"));
    stage.ping(path);
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("resolve");
    assertThat(GENIE.take().uri()).contains("/close?");
    SLACK.take();
    HOOK.take();
    stage.nothingMore();
  }

  @Test
  void aServiceIsNotToldOfItsOwnAction() {
    JsonNode pager = stage.pager("");
    String path = stage.heartbeat("Import", pager, stage.genie(""));
    stage.ping(path + "/fail");
    String key = body(PAGER.take()).path("dedup_key").asText();
    GENIE.take();
    stage.until("state = 'DELIVERED'", 2);
    String event =
        """
        {"event":{"id":"%s","event_type":"incident.acknowledged","agent":{"summary":"Ada"},
         "data":{"incident_key":"%s"}}}"""
            .formatted(UUID.randomUUID(), key);
    String hook = URI.create(pager.path("hookUrl").asText()).getRawPath();
    APP.client().post(hook, event).hasStatus(204);
    HttpReceiver.Got told = GENIE.take();
    assertThat(told.uri()).contains(key + "/acknowledge?");
    assertThat(body(told).path("note").asText()).isEqualTo("Acknowledged by PagerDuty: Ada.");
    stage.nothingMore();
    assertThat(stage.count("kind = 'ALERT_ACTION'")).isOne();
  }

  @Test
  void anActionFollowsItsAlert() {
    String path = stage.heartbeat("Mail", stage.pager(""));
    PAGER.then(status(503, "Retry-After", "3600"));
    stage.ping(path + "/fail");
    PAGER.take();
    stage.until("status = 503", 1);
    stage.act(stage.newestAlert(), "ACKNOWLEDGE", "");
    stage.until("kind = 'ALERT_ACTION' AND answer LIKE 'Waits for an earlier message%'", 1);
    stage.hurry("ALERT");
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("trigger");
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("acknowledge");
    stage.nothingMore();
  }

  @Test
  void anActionOfAProblemThatHasEndedIsDropped() {
    String path = stage.heartbeat("Report", stage.pager(""));
    PAGER.then(status(503, "Retry-After", "3600"));
    stage.ping(path + "/fail");
    PAGER.take();
    stage.until("status = 503", 1);
    stage.act(stage.newestAlert(), "ACKNOWLEDGE", "");
    stage.until("kind = 'ALERT_ACTION' AND answer LIKE 'Waits for an earlier message%'", 1);
    stage.ping(path);
    stage.until("kind = 'ALERT_ACTION'", 0);
    stage.hurry("ALERT");
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("trigger");
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("resolve");
    stage.nothingMore();
  }

  @Test
  void aRefusalIsFinalAndBreaksNoChannel() {
    JsonNode genie = stage.genie("");
    String path = stage.heartbeat("Search", genie);
    GENIE.then(json(202, ACCEPTED)).then(status(503)).then(json(202, ACCEPTED));
    stage.ping(path + "/fail");
    GENIE.take();
    stage.until("state = 'DELIVERED'", 1);
    String alert = stage.newestAlert();
    stage.act(alert, "ACKNOWLEDGE", "");
    GENIE.take();
    GENIE.take();
    stage.until("kind = 'ALERT_ACTION' AND state = 'DELIVERED' AND attempts = 2", 1);
    GENIE.then(json(422, "{\"message\":\"No secret-key for you\",\"took\":0}"));
    stage.act(alert, "UNACKNOWLEDGE", "");
    GENIE.take();
    stage.until("state = 'DEAD' AND answer LIKE 'HTTP 422: %No **** for you%'", 1);
    assertThat(
            APP.database()
                .count(
                    "SELECT count(*) FROM channel_breakages WHERE account_id = '"
                        + stage.acme.account()
                        + "'"))
        .isZero();
    stage.nothingMore();
  }

  @Test
  void aGroupHasOneStateAndItsThreadTellsOfEachAlert() {
    JsonNode pager = stage.pager(GROUPING);
    JsonNode slack = stage.slack(GROUPING);
    String first = stage.heartbeat("One", pager, slack);
    String second = stage.heartbeat("Two", pager, slack);
    SLACK.then(posted("7.1")).then(posted("7.2")).then(posted("7.3")).then(posted("7.4"));
    stage.ping(first + "/fail");
    stage.ping(second + "/fail");
    JsonNode triggered = body(PAGER.take());
    assertThat(triggered.at("/payload/summary").asText()).isEqualTo("2 monitors are failing");
    String group = triggered.path("dedup_key").asText();
    SLACK.take();
    stage.until("state = 'DELIVERED'", 2);

    stage.act(stage.newestAlert(), "ACKNOWLEDGE", "");
    JsonNode reply = body(SLACK.take());
    assertThat(reply.path("thread_ts").asText()).isEqualTo("7.1");
    assertThat(reply.path("text").asText()).endsWith(": Two. 1 of 2 open alerts is acknowledged.");
    stage.until("kind = 'ALERT_ACTION'", 1);
    assertThat(PAGER.waiting()).as("one alert is open").isZero();

    stage
        .client
        .post("/v1/alert-groups/" + group + "/actions", "{\"action\":\"ACKNOWLEDGE\"}")
        .hasStatus(201);
    JsonNode acknowledged = body(PAGER.take());
    assertThat(acknowledged.path("event_action").asText()).isEqualTo("acknowledge");
    assertThat(acknowledged.path("dedup_key").asText()).isEqualTo(group);
    assertThat(body(SLACK.take()).path("text").asText())
        .endsWith(": One. 2 of 2 open alerts are acknowledged.");
    stage
        .client
        .post("/v1/alert-groups/" + group + "/actions", "{\"action\":\"UNACKNOWLEDGE\"}")
        .hasStatus(201);
    assertThat(body(SLACK.take()).path("text").asText())
        .endsWith(": 2 monitors. 0 of 2 open alerts are acknowledged.");
    stage.nothingMore();
    assertThat(stage.count("kind = 'ALERT_ACTION'")).isEqualTo(4);
  }

  @Test
  void aGroupHasATrailOfItsOwn() {
    JsonNode pager = stage.pager(GROUPING);
    String one = stage.heartbeat("One", pager);
    String two = stage.heartbeat("Two", pager);
    stage.ping(one + "/fail");
    stage.ping(two + "/fail");
    String group = body(PAGER.take()).path("dedup_key").asText();
    stage.until("state = 'DELIVERED'", 1);
    String path = "/v1/alert-groups/" + group;
    stage.act(stage.newestAlert(), "ASSIGN", ",\"assignee\":\"Ada\"");
    String acknowledge = "{\"action\":\"ACKNOWLEDGE\",\"note\":\"Router\"}";
    stage.client.post(path + "/actions", acknowledge).hasStatus(201);
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("acknowledge");
    stage.until("state = 'DELIVERED'", 2);
    String snooze = "{\"action\":\"SNOOZE\",\"until\":\"%s\"}";
    stage
        .client
        .post(path + "/actions", snooze.formatted(Instant.now().plusSeconds(3_600)))
        .hasStatus(201);
    JsonNode members = stage.client.get(path).matchesContract("readAlertGroup").at("/members");
    assertThat(members.findValuesAsText("assignee")).containsExactly("null", "Ada");
    assertThat(members.findValuesAsText("snoozedUntil")).allMatch(until -> until.endsWith("Z"));
    stage.ping(one);
    stage.ping(two);
    APP.database().execute("UPDATE alert_groups SET due_ms = 0 WHERE id = '%s'".formatted(group));
    assertThat(body(PAGER.take()).path("event_action").asText()).isEqualTo("resolve");
    stage.until("state = 'DELIVERED'", 3);

    JsonNode events =
        stage.client.get(path + "/events").matchesContract("listAlertGroupEvents").at("/entries");
    assertThat(events.findValuesAsText("type"))
        .containsExactly("MESSAGE", "ACTION", "MESSAGE", "ACTION", "ACTION", "MESSAGE");
    assertThat(events.findValuesAsText("stage")).containsExactly("END", "null", "FIRST");
    assertThat(events.findValuesAsText("status")).containsOnly("SUCCESS");
    assertThat(events.at("/1/action/action").asText()).isEqualTo("SNOOZE");
    assertThat(events.at("/2/message/kind").asText()).isEqualTo("ALERT_ACTION");
    assertThat(events.at("/2/message/alertActionId")).isEqualTo(events.at("/3/id"));
    assertThat(events.at("/3/action/note").asText()).isEqualTo("Router");
    assertThat(events.at("/3/action/monitors")).hasToString("[\"One\",\"Two\"]");
    assertThat(events.at("/4/action/alerts").asInt()).isOne();
    assertThat(events.at("/4/action/monitors")).hasToString("[\"Two\"]");

    List<String> paged = new ArrayList<>();
    for (String next = ""; !next.equals("null"); ) {
      String more = next.isEmpty() ? "" : "&nextId=" + next;
      JsonNode page = stage.client.get(path + "/events?limit=4" + more).hasStatus(200).json();
      paged.addAll(page.path("entries").findValuesAsText("created_at"));
      next = page.path("nextId").asText();
    }
    assertThat(paged).isEqualTo(events.findValuesAsText("created_at"));
    APP.as(APP.newTenant()).get(path + "/events").isNotFound();
  }
}
