package dev.belfry.alerting.delivery;

import static dev.belfry.alerting.delivery.HttpReceiver.json;
import static dev.belfry.alerting.delivery.HttpReceiver.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.LogCapture;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts at a server that answers as {@code chat.postMessage} of Slack's Web API does. */
class SlackAppIT {
  private static final String TOKEN = "xoxb-1234-very-secret";
  private static final HttpReceiver SLACK = new HttpReceiver();
  private static final TestApp APP =
      TestApp.start(Map.of("BELFRY_SLACK_URL", SLACK.url() + "/api", "BELFRY_SLACK_TOKEN", TOKEN));

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final LogCapture log = new LogCapture("dev.belfry");
  private final AlertSample alerts = new AlertSample(APP, acme);

  @AfterAll
  static void stop() {
    APP.close();
    SLACK.close();
  }

  @AfterEach
  void keepsTheTokenSecret() {
    log.close();
    assertThat(log.messages()).noneMatch(line -> line.contains(TOKEN));
    for (String path : new String[] {"/v1/alert-channels", "/v1/alert-notifications"}) {
      assertThat(client.get(path).text()).doesNotContain(TOKEN);
    }
  }

  private String channel(String config) {
    return client
        .post("/v1/alert-channels", "{\"type\":\"SLACK_APP\",\"config\":" + config + "}")
        .hasStatus(201)
        .matchesContract("createAlertChannel")
        .id();
  }

  private static HttpReceiver.Behaviour posted(String channel, String ts) {
    return json(
        200,
        "{\"ok\":true,\"message\":{\"text\":\"%s\"},\"channel\":\"%s\",\"ts\":\"%s\"}"
            .formatted("x".repeat(5_000), channel, ts));
  }

  private static HttpReceiver.Behaviour refused(String error) {
    return json(200, "{\"ok\":false,\"error\":\"" + error + "\"}");
  }

  private static JsonNode body(HttpReceiver.Got got) {
    return JsonText.parse(got.body());
  }

  @Test
  void anEpisodeIsAThreadWhoseRecoveryTheChannelSees() {
    String channel = channel("{\"slackChannels\":[\"#alerts\"]}");
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    SLACK.then(posted("C024BE91L", "1712.000100"));
    JsonNode told = alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    assertThat(told.path("notificationResult").asText()).isEqualTo("#alerts: posted");
    HttpReceiver.Got got = SLACK.take();
    assertThat(got.method() + " " + got.uri()).isEqualTo("POST /api/chat.postMessage");
    assertThat(got.header("Authorization")).isEqualTo("Bearer " + TOKEN);
    assertThat(body(got).path("channel").asText()).isEqualTo("#alerts");
    assertThat(body(got).has("thread_ts")).isFalse();
    assertThat(body(got).at("/attachments/0/fallback").asText()).isEqualTo("Shop");

    SLACK.then(posted("C024BE91L", "1712.000200")).then(posted("C024BE91L", "1712.000300"));
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE_REMAIN", 2_000));
    JsonNode reminder = body(SLACK.take());
    assertThat(reminder.path("channel").asText()).isEqualTo("C024BE91L");
    assertThat(reminder.path("thread_ts").asText()).isEqualTo("1712.000100");
    assertThat(reminder.path("reply_broadcast").asBoolean()).isFalse();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 3_000));
    JsonNode recovery = body(SLACK.take());
    assertThat(recovery.path("thread_ts").asText()).isEqualTo("1712.000100");
    assertThat(recovery.path("reply_broadcast").asBoolean()).isTrue();

    SLACK.then(posted("C024BE91L", "1712.000400"));
    alerts.sent(alerts.raise(check, channel, UUID.randomUUID(), "ALERT_FAILURE", 4_000));
    assertThat(body(SLACK.take()).has("thread_ts")).as("another episode").isFalse();
  }

  @Test
  void aChannelThatHasTheMessageDoesNotGetItAgain() {
    String channel = channel("{\"slackChannels\":[\"#one\",\"#two\"],\"channel\":\"#one\"}");
    SLACK.then(posted("C1", "1.1")).then(refused("not_in_channel")).then(posted("C2", "1.2"));
    String id = alerts.test(channel);
    Set<String> first = new TreeSet<>();
    first.add(body(SLACK.take()).path("channel").asText());
    first.add(body(SLACK.take()).path("channel").asText());
    assertThat(first).containsExactly("#one", "#two");
    JsonNode told = alerts.sent(id);
    assertThat(told.path("attempts").asInt()).isEqualTo(2);
    assertThat(told.path("notificationResult").asText()).isEqualTo("#one: posted; #two: posted");
    assertThat(first).contains(body(SLACK.take()).path("channel").asText());
    assertThat(APP.database().count("SELECT count(*) FROM deliveries WHERE receipt LIKE '%1.2%'"))
        .isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"thread_not_found", "cannot_reply_to_message"})
  void aThreadWhoseBeginningWasDeletedBeginsAnew(String error) {
    String channel = channel("{\"slackChannels\":[\"#alerts\"]}");
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    SLACK.then(posted("C1", "1.1")).then(refused(error)).then(posted("C1", "2.2"));
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    SLACK.take();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    assertThat(body(SLACK.take()).path("thread_ts").asText()).isEqualTo("1.1");
    assertThat(body(SLACK.take()).has("thread_ts")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"channel_not_found", "is_archived", "msg_too_long"})
  void whatNoRepetitionMendsIsFinal(String error) {
    SLACK.then(refused(error));
    JsonNode dead = alerts.message(alerts.test(channel("{\"channel\":\"#gone\"}")), "FAILURE");
    SLACK.take();
    assertThat(dead.path("attempts").asInt()).isOne();
    assertThat(dead.path("notificationResult").asText()).isEqualTo("#gone: " + error);
  }

  @Test
  void hurryTroubleAndNonsenseAreRepeated() {
    SLACK
        .then(status(429, "Retry-After", "1"))
        .then(status(503))
        .then(json(200, "<html>" + TOKEN + "</html>"))
        .then(posted("C1", "1.1"));
    JsonNode told = alerts.sent(alerts.test(channel("{\"channel\":\"#ops\"}")));
    assertThat(told.path("attempts").asInt()).isEqualTo(4);
    for (int attempt = 1; attempt <= 4; attempt++) {
      SLACK.take();
    }
  }

  @Test
  void namesAChannelAndTenAtMost() {
    client
        .post("/v1/alert-channels", "{\"type\":\"SLACK_APP\",\"config\":{\"slackChannels\":[]}}")
        .isInvalid("/config/slackChannels");
    client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"SLACK_APP\",\"config\":{\"slackChannels\":[%s\"\"]}}"
                .formatted("\"#a\",".repeat(10)))
        .isInvalid("/config/slackChannels");
    client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"SLACK_APP\",\"config\":{\"slackChannels\":[\"#a\",\"\"]}}")
        .isInvalid("/config/slackChannels/1");
  }
}
