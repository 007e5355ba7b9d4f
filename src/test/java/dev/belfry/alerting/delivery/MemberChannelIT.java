package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.push.Browser;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.alerting.push.FakePushService.Got;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages to persons: at push services that decrypt them as browsers do, and at a mail server. */
class MemberChannelIT {
  private static final String CHANNELS = "/v1/alert-channels";
  private static final MemberMessages STAGE = new MemberMessages();

  private final FakePushService mozilla = STAGE.trust.service();
  private final FakePushService google = STAGE.trust.service();
  private final Tenant acme = STAGE.app.newTenant();
  private final ApiClient client = STAGE.app.as(acme);
  private final People people = new People(STAGE.app);
  private final SignedIn grace = people.join(acme, Role.VIEWER);
  private final AlertSample alerts = new AlertSample(STAGE.app, acme);
  private final LogCapture log = new LogCapture("dev.belfry");

  @BeforeEach
  void forgetMail() {
    STAGE.mail.messages.clear();
  }

  @AfterEach
  void tellsNobodyTheEndpoint() {
    log.close();
    assertThat(log.messages()).noneMatch(line -> line.contains("/send/"));
    assertThat(client.get("/v1/alert-notifications?limit=100").text()).doesNotContain("/send/");
    assertThat(grace.client().get("/console/devices").text()).doesNotContain("/send/");
    mozilla.close();
    google.close();
  }

  @AfterAll
  static void stop() throws IOException {
    STAGE.close();
  }

  private static String channel(ApiClient client, String person) {
    return client
        .post(CHANNELS, "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}".formatted(person))
        .hasStatus(201)
        .matchesContract("createAlertChannel")
        .id();
  }

  private JsonNode device(String id) {
    for (JsonNode one : grace.client().get("/console/devices").json()) {
      if (one.path("id").asText().equals(id)) {
        return one;
      }
    }
    throw new AssertionError("no device " + id);
  }

  private String key() {
    return grace.client().get("/console/push-key").at("/publicKey").asText();
  }

  private static boolean mailed(String address) {
    return STAGE.mail.messages.stream().anyMatch(message -> message.contains(address));
  }

  @Test
  void eachDeviceGetsTheAlertAndTheRecoveryTakesItsPlace() {
    Browser laptop = mozilla.browser();
    Browser phone = google.browser();
    String id = laptop.register(grace);
    phone.register(grace);
    String channel = channel(client, grace.id());
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    JsonNode sent = alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    assertThat(sent.path("statusCode").asInt()).isEqualTo(201);
    assertThat(sent.path("notificationResult").asText())
        .isEqualTo("A push service has it for 2 devices");
    Got first = mozilla.take();
    Got second = google.take();
    mozilla.requireWellFormed(first, key());
    google.requireWellFormed(second, key());
    assertThat(first.browser()).isSameAs(laptop);
    assertThat(first.json()).isEqualTo(second.json());
    assertThat(first.json().path("title").asText()).isEqualTo("Shop");
    assertThat(first.json().path("tag").asText()).isEqualTo(episode.toString());
    assertThat(first.json().path("level").asText()).isEqualTo("failure");
    assertThat(first.json().path("acknowledge").asText()).contains("/v1/alert-links/");
    assertThat(device(id).path("lastSuccessAt").isNull()).isFalse();

    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    Got recovery = mozilla.take();
    assertThat(recovery.json().path("level").asText()).isEqualTo("recovery");
    assertThat(recovery.json().path("tag").asText()).isEqualTo(episode.toString());
    assertThat(recovery.json().has("acknowledge")).isFalse();
    assertThat(recovery.headers().get("topic")).isEqualTo(first.headers().get("topic"));
    assertThat(STAGE.mail.messages).isEmpty();
  }

  /** Attempts that waited for the alert leave the devices their patience. */
  @Test
  void aRecoveryThatHasWaitedLongGoesToTheDevice() {
    mozilla.browser().register(grace);
    String channel = channel(client, grace.id());
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    String alert = alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000, 600_000);
    String recovery = alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000);
    alerts.sentLate(alert, 1, recovery);
    assertThat(mozilla.take().json().path("level").asText()).isEqualTo("failure");
    assertThat(mozilla.take().json().path("level").asText()).isEqualTo("recovery");
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void aRepeatedAttemptLeavesOutTheDeviceThatHasTheMessage() {
    mozilla.browser().register(grace);
    String id = google.browser().register(grace);
    google.then(503).then(429);
    JsonNode sent = alerts.sent(alerts.test(channel(client, grace.id())));
    assertThat(sent.path("attempts").asInt()).isEqualTo(3);
    mozilla.take();
    assertThat(mozilla.waiting()).isZero();
    assertThat(List.of(google.take().text(), google.take().text()))
        .containsOnly(google.take().text());
    assertThat(device(id).path("failures").asInt()).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void aDeviceThatIsGoneIsRemovedAndTheMessageIsMailed() {
    mozilla.browser().register(grace);
    google.browser().register(grace);
    mozilla.then(410);
    google.then(404);
    JsonNode sent = alerts.sent(alerts.test(channel(client, grace.id())));
    assertThat(sent.path("notificationResult").asText())
        .startsWith("By e-mail (the push service no longer knows the device): ");
    assertThat(grace.client().get("/console/devices").json()).isEmpty();
    assertThat(mailed(grace.email())).isTrue();
  }

  @Test
  void withoutADeviceAlertsAreMailed() {
    UUID check = alerts.check();
    String channel = channel(client, grace.id());
    alerts.sent(alerts.raise(check, channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000));
    assertThat(mailed(grace.email())).isTrue();
    assertThat(STAGE.mail.messages).hasSize(1);
  }

  @Test
  void aRefusalForGoodKeepsTheDeviceAndMailsTheMessage() {
    String id = mozilla.browser().register(grace);
    mozilla.then(403);
    alerts.sent(alerts.test(channel(client, grace.id())));
    assertThat(device(id).path("failures").asInt()).isOne();
    assertThat(mailed(grace.email())).isTrue();
  }

  @Test
  void aPushServiceThatStaysAwayDoesNotKeepTheMessage() {
    mozilla.browser().register(grace);
    for (int attempt = 1; attempt <= MemberSender.PATIENCE; attempt++) {
      mozilla.then(500);
    }
    String test = alerts.test(channel(client, grace.id()));
    Polling.until("mailed", () -> mailed(grace.email()));
    assertThat(alerts.sent(test).path("attempts").asInt()).isEqualTo(MemberSender.PATIENCE + 1);
  }

  @Test
  void aMessageThatIsTooLongIsSentInBrief() {
    mozilla.browser().register(grace);
    mozilla.then(413);
    alerts.sent(alerts.test(channel(client, grace.id())));
    String whole = mozilla.take().text();
    assertThat(mozilla.take().text().length()).isLessThan(whole.length());
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void aPersonWhoHasLeftGetsNothing() {
    mozilla.browser().register(grace);
    String channel = channel(client, grace.id());
    STAGE
        .app
        .database()
        .execute("DELETE FROM memberships WHERE user_id = '%s'".formatted(grace.id()));
    alerts.test(channel);
    Polling.until(
        "dead", () -> client.get(CHANNELS + "/" + channel).at("/health/dead").asInt() > 0);
    assertThat(client.get(CHANNELS + "/" + channel).at("/health/lastError").asText())
        .isEqualTo(
            "The person is no longer a member of this account; give the channel another one");
    assertThat(mozilla.waiting()).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void aSlowPushServiceDelaysNobodyElse() {
    SignedIn ada = people.join(acme, Role.VIEWER);
    mozilla.browser().register(grace);
    google.browser().register(ada);
    mozilla.thenHang();
    alerts.test(channel(client, grace.id()));
    mozilla.take();
    long begin = System.nanoTime();
    alerts.sent(alerts.test(channel(client, ada.id())));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
    assertThat(mozilla.take().json().path("title").asText()).isNotEmpty();
  }

  @Test
  void aPersonOfTwoAccountsGetsTheMessagesOfBoth() {
    Tenant other = STAGE.app.newTenant();
    SignedIn ada = people.join(other, Role.VIEWER);
    Browser browser = mozilla.browser();
    browser.register(ada);
    client
        .post(CHANNELS, "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}".formatted(ada.id()))
        .isInvalid("/config/userId");
    people.join(acme, Role.VIEWER, ada.email());
    AlertSample others = new AlertSample(STAGE.app, other);
    String mine = alerts.test(channel(client, ada.id()));
    String theirs = others.test(channel(STAGE.app.as(other), ada.id()));
    alerts.sent(mine);
    others.sent(theirs);
    assertThat(List.of(mozilla.take().browser(), mozilla.take().browser())).containsOnly(browser);
  }

  @Test
  void onlyMembersAreTaken() {
    Tenant other = STAGE.app.newTenant();
    String stranger = people.join(other, Role.OWNER).id();
    String body = "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}";
    client.post(CHANNELS, body.formatted(stranger)).isInvalid("/config/userId");
    // Without a valid one of the two, both are named.
    client.post(CHANNELS, body.formatted("nobody")).isInvalid("/config/userId", "/config/teamId");
    client
        .post(CHANNELS, "{\"type\":\"MEMBER\",\"config\":{}}")
        .isInvalid("/config/userId", "/config/teamId");
    String channel = channel(client, grace.id());
    client.put(CHANNELS + "/" + channel, body.formatted(stranger)).isInvalid("/config/userId");
    client
        .put(CHANNELS + "/" + channel, "{\"config\":{\"userId\":\"%s\"}}".formatted(stranger))
        .isInvalid("/config/userId");
    String deploy =
        """
        {"project":{"logicalId":"p","name":"P"},"resources":[
         {"logicalId":"grace","type":"alert-channel","payload":%s}]}""";
    client
        .post("/v1/projects/deploy", deploy.formatted(body.formatted(stranger)))
        .isInvalid("/resources/0/payload/config/userId");
    client.post("/v1/projects/deploy", deploy.formatted(body.formatted(grace.id()))).hasStatus(202);
    STAGE
        .app
        .database()
        .execute("DELETE FROM memberships WHERE user_id = '%s'".formatted(grace.id()));
    client.put(CHANNELS + "/" + channel, "{\"sendRecovery\":false}").hasStatus(200);
  }
}
