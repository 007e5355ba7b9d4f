package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.alerting.delivery.HttpReceiver.Got;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the other channels of an account are told when one breaks. */
class BrokenChannelIT {
  private static final int GONE = 410;
  private static final Map<String, String> SETTINGS =
      Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true", "BELFRY_PUBLIC_URL", "https://b.example.org");
  private static final TestApp APP = TestApp.start(SETTINGS);

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final AlertSample alerts = new AlertSample(APP, acme);
  private final HttpReceiver broken = new HttpReceiver();
  private final HttpReceiver working = new HttpReceiver();
  private String channel;
  private String other;
  private UUID check;

  @BeforeEach
  void setUp() {
    channel =
        client
            .post(
                "/v1/alert-channels",
                "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"Ops\",\"url\":\"%s\"}}"
                    .formatted(broken.url()))
            .hasStatus(201)
            .id();
    other = working.channel(client);
    check = alerts.check();
  }

  @AfterEach
  void close() {
    broken.close();
    working.close();
  }

  @AfterAll
  static void stop() {
    APP.close();
  }

  private String raise(String to) {
    return alerts.raise(check, to, UUID.randomUUID(), "ALERT_FAILURE", System.nanoTime());
  }

  private static JsonNode body(Got got) {
    try {
      return new ObjectMapper().readTree(got.body());
    } catch (IOException e) {
      throw new AssertionError(got.body(), e);
    }
  }

  private long count(String kind) {
    return APP.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE account_id = '%s' AND kind = '%s'"
                .formatted(acme.account(), kind));
  }

  @Test
  void othersAreToldOnceAndWhenItWorksAgain() {
    String quiet =
        client
            .post(
                "/v1/alert-channels",
                "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"%s/quiet\"},\"sendFailure\":false}"
                    .formatted(working.url()))
            .hasStatus(201)
            .id();
    broken.then(HttpReceiver.status(GONE)).then(HttpReceiver.status(GONE));
    alerts.message(raise(channel), "FAILURE");
    Got got = working.take();
    JsonNode told = body(got);
    assertThat(got.uri()).isEqualTo("/");
    assertThat(told.path("kind").asText()).isEqualTo("CHANNEL_FAILURE");
    assertThat(told.path("title").asText()).isEqualTo("Channel \"Ops\" (webhook) cannot deliver");
    assertThat(told.path("error").asText())
        .isEqualTo("HTTP 410. Alerts to it do not arrive. Correct the channel and send it a test.");
    assertThat(told.path("link").asText())
        .isEqualTo("https://b.example.org/console/channels/" + channel + "/edit");
    alerts.message(raise(channel), "FAILURE");
    JsonNode shown = alerts.sent(told.path("id").asText());
    assertThat(shown.path("aboutChannelId").asText()).isEqualTo(channel);
    assertThat(shown.path("alertChannelId").asText()).isEqualTo(other);
    client.get("/v1/alert-notifications").matchesContract("listAlertNotifications");

    alerts.sent(alerts.test(channel));
    assertThat(body(working.take()).path("title").asText())
        .isEqualTo("Channel \"Ops\" (webhook) delivers again");
    assertThat(count("CHANNEL_FAILURE")).isEqualTo(1);
    assertThat(count("CHANNEL_RECOVERY")).isEqualTo(1);
    assertThat(broken.waiting()).as("two alerts and a test").isEqualTo(3);
    client.delete("/v1/alert-channels/" + quiet).hasStatus(204);
    client.delete("/v1/alert-channels/" + channel).hasStatus(204);
    assertThat(count("CHANNEL_FAILURE")).as("with its channel").isZero();
  }

  @Test
  void aMessageThatWaitsForAQuarterOfAnHourBreaksIt() {
    raise(other);
    assertThat(body(working.take()).path("kind").asText()).isEqualTo("ALERT");
    broken.then(HttpReceiver.status(503, "Retry-After", "600"));
    String id = alerts.raise(check, channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 3_600_000);
    APP.database()
        .execute(
            "UPDATE deliveries SET created_ms = created_ms - 900001, due_ms = 0 WHERE id = '%s'"
                .formatted(id));
    APP.database().execute("NOTIFY belfry_deliveries");
    assertThat(body(working.take()).path("error").asText()).startsWith("HTTP 503. ");
  }

  @Test
  void aFreshFailureDoesNot() {
    broken.then(HttpReceiver.status(503, "Retry-After", "600"));
    alerts.message(raise(channel), "IN_PROGRESS");
    assertThat(count("CHANNEL_FAILURE")).isZero();
  }

  @Test
  void brokenChannelsDoNotTellEachOther() {
    broken.then(HttpReceiver.status(GONE)).then(HttpReceiver.status(GONE));
    working.then(HttpReceiver.status(GONE)).then(HttpReceiver.status(GONE));
    alerts.message(raise(channel), "FAILURE");
    working.take();
    alerts.message(raise(other), "FAILURE");
    alerts.message(raise(channel), "FAILURE");
    assertThat(count("CHANNEL_FAILURE")).isEqualTo(1);
    assertThat(client.get("/v1/alert-channels/" + other).at("/health/status").asText())
        .isEqualTo("FAILING");
  }

  @Test
  void thirtyFailuresAtTwoInstancesAreOneMessage() {
    for (int i = 0; i < 30; i++) {
      broken.then(HttpReceiver.status(GONE));
    }
    try (TestApp second = TestApp.startOn(APP.database().address(), SETTINGS)) {
      assertThat(second.as(acme).get("/v1/alert-channels").json()).hasSize(2);
      String[] ids = new String[30];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = raise(channel);
      }
      for (String id : ids) {
        alerts.message(id, "FAILURE");
      }
      assertThat(body(working.take()).path("kind").asText()).isEqualTo("CHANNEL_FAILURE");
      assertThat(count("CHANNEL_FAILURE")).isEqualTo(1);
    }
  }
}
