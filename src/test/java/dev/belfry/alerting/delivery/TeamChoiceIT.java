package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom of a team a message goes to: by quiet hours, by membership, and by who has the alert. */
class TeamChoiceIT {
  private static final PushTrust TRUST = new PushTrust();
  private static final SmtpSink MAIL = mail();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_SMTP_URL",
              "smtp://127.0.0.1:" + MAIL.port() + "?starttls=never"));

  private static final String ALWAYS = "{\"quietHours\":[{\"from\":\"00:00\",\"to\":\"00:00\"}]}";

  private final FakePushService mozilla = TRUST.service();
  private final FakePushService google = TRUST.service();
  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final People people = new People(APP);
  private final SignedIn grace = people.join(acme, Role.VIEWER);
  private final SignedIn ada = people.join(acme, Role.VIEWER);
  private final AlertSample alerts = new AlertSample(APP, acme);

  private static SmtpSink mail() {
    try {
      return SmtpSink.plain(0);
    } catch (IOException e) {
      throw new AssertionError("no mail server", e);
    }
  }

  @BeforeEach
  void forgetMail() {
    MAIL.messages.clear();
  }

  @AfterEach
  void close() {
    mozilla.close();
    google.close();
  }

  @AfterAll
  static void stop() throws IOException {
    APP.close();
    TRUST.close();
    MAIL.close();
  }

  private String team(SignedIn... members) {
    return client
        .post("/v1/teams", "{\"name\":\"%s\",%s}".formatted(UUID.randomUUID(), ids(members)))
        .hasStatus(201)
        .id();
  }

  private static String ids(SignedIn... members) {
    return "\"userIds\":[%s]"
        .formatted(
            Stream.of(members).map(one -> '"' + one.id() + '"').collect(Collectors.joining(",")));
  }

  private String channel(String team) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"MEMBER\",\"config\":{\"teamId\":\"%s\"}}".formatted(team))
        .hasStatus(201)
        .id();
  }

  private static long mailsTo(SignedIn person) {
    return MAIL.messages.stream().filter(message -> message.contains(person.email())).count();
  }

  private static String result(JsonNode sent) {
    return sent.path("notificationResult").asText();
  }

  @Test
  void whoLeavesBeforeTheMessageGoesOutGetsNothing() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    String channel = channel(team(grace, ada));
    String message =
        alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 1_500);
    client.delete("/v1/accounts/me/members/" + grace.id()).hasStatus(204);
    alerts.sent(message);
    google.take();
    assertThat(mozilla.waiting()).isZero();
    assertThat(MAIL.messages).isEmpty();
  }

  /**
   * The push service of one hangs while that person leaves; the repeated attempt leaves them out.
   */
  @Test
  void whoLeavesWhileTheMessageGoesOutIsNotTriedAgain() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.thenHang();
    String message = alerts.test(channel(team(grace, ada)));
    google.take();
    client.delete("/v1/accounts/me/members/" + ada.id()).hasStatus(204);
    assertThat(result(alerts.sent(message))).isEqualTo("A member has it");
    mozilla.take();
    assertThat(google.waiting() + mozilla.waiting()).isZero();
    assertThat(mailsTo(ada)).isZero();
  }

  @Test
  void quietHoursLeaveAPersonOutAsLongAsAnotherIsOutside() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = channel(team(grace, ada));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    JsonNode sent = alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    assertThat(result(sent)).isEqualTo("A member has it; 1 left out in quiet hours");
    assertThat(google.take().json().path("acknowledge").asText()).contains("/v1/alert-links/");
    assertThat(mozilla.waiting()).isZero();

    // The recovery goes to whom the alert went to, whatever their hours are now.
    ada.client().patch("/console/person", ALWAYS).hasStatus(200);
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    assertThat(google.take().json().path("level").asText()).isEqualTo("recovery");
    assertThat(mozilla.waiting()).isZero();

    // All are within theirs: an alert is not silent.
    alerts.sent(alerts.raise(check, channel, UUID.randomUUID(), "ALERT_FAILURE", 3_000));
    google.take();
    mozilla.take();
    assertThat(MAIL.messages).isEmpty();
  }

  @Test
  void quietHoursOfTheChannelGoBeforeThoseOfItsMembers() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = channel(team(grace, ada));
    client
        .put(
            "/v1/alert-channels/" + channel,
            """
            {"quietHours":[{"timeZone":"UTC","from":"00:00","to":"00:00","levels":["DEGRADED"]}]}""")
        .hasStatus(200);
    alerts.sent(alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000));
    mozilla.take();
    google.take();
  }

  @Test
  void whoSleepsIsToldWhenNoOtherCanBe() {
    SignedIn joan = people.join(acme, Role.VIEWER, "refused" + people.email());
    mozilla.browser().register(grace);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = channel(team(grace, joan));
    JsonNode sent =
        alerts.sent(
            alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000));
    mozilla.take();
    assertThat(sent.path("attempts").asInt()).isOne();
  }

  @Test
  void aRecoveryGoesToThoseWhoWereTold() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    String team = team(grace);
    String channel = channel(team);
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    mozilla.take();
    client.put("/v1/teams/" + team, "{%s}".formatted(ids(grace, ada))).hasStatus(200);
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    mozilla.take();
    assertThat(google.waiting()).isZero();
    assertThat(MAIL.messages).isEmpty();
  }

  /** The recovery does not wait for one who does not have the alert yet, but for whom it waits. */
  @Test
  void aRecoveryWaitsForNobodyButThoseWhoDoNotHaveTheAlert() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.then(503).then(503).then(503);
    String channel = channel(team(grace, ada));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    String alert = alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000);
    mozilla.take();
    Polling.until(
        "kept",
        () ->
            APP.database()
                    .count(
                        "SELECT count(*) FROM deliveries WHERE id = '%s' AND receipt IS NOT NULL"
                            .formatted(alert))
                == 1);
    String recovery = alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000);
    assertThat(mozilla.take().json().path("level").asText()).isEqualTo("recovery");
    alerts.sent(alert);
    alerts.sent(recovery);
    for (int failed = 0; failed < 3; failed++) {
      google.take();
    }
    assertThat(google.take().json().path("level").asText()).isEqualTo("failure");
    assertThat(google.take().json().path("level").asText()).isEqualTo("recovery");
    assertThat(mozilla.waiting() + google.waiting()).isZero();
  }

  /** Who sleeps does not have the alert, so the end of the problem is not for them. */
  @Test
  void aRecoveryIsGivenUpWhenNoWayReachesWhoWasTold() {
    SignedIn joan = people.join(acme, Role.VIEWER, "refused" + people.email());
    mozilla.browser().register(joan);
    google.browser().register(grace);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = channel(team(grace, joan));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    mozilla.take();
    mozilla.then(410);
    alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000);
    Polling.until(
        "dead", () -> client.get("/v1/alert-channels/" + channel).at("/health/dead").asInt() > 0);
    assertThat(client.get("/v1/alert-channels/" + channel).at("/health/lastError").asText())
        .startsWith("No member of the team could be reached: ");
    assertThat(google.waiting()).isZero();
  }
}
