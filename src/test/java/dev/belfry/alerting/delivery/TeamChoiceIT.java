package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People.SignedIn;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whom of a team a message goes to: by quiet hours, by membership, and by who has the alert. */
class TeamChoiceIT {
  private static final MemberMessages STAGE = new MemberMessages();

  private static final String ALWAYS = "{\"quietHours\":[{\"from\":\"00:00\",\"to\":\"00:00\"}]}";

  private final TeamFixture teams = new TeamFixture(STAGE);
  private final FakePushService mozilla = teams.mozilla;
  private final FakePushService google = teams.google;
  private final ApiClient client = teams.client;
  private final SignedIn grace = teams.grace;
  private final SignedIn ada = teams.ada;
  private final AlertSample alerts = teams.alerts;

  @AfterEach
  void close() {
    teams.close();
  }

  @AfterAll
  static void stop() throws IOException {
    STAGE.close();
  }

  @Test
  void whoLeavesBeforeTheMessageGoesOutGetsNothing() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    String channel = teams.channel(teams.team(grace, ada));
    String message =
        alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 1_500);
    client.delete("/v1/accounts/me/members/" + grace.id()).hasStatus(204);
    alerts.sent(message);
    google.take();
    assertThat(mozilla.waiting()).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  /**
   * The push service of one hangs while that person leaves; the repeated attempt leaves them out.
   */
  @Test
  void whoLeavesWhileTheMessageGoesOutIsNotTriedAgain() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.thenHang();
    String message = alerts.test(teams.channel(teams.team(grace, ada)));
    google.take();
    client.delete("/v1/accounts/me/members/" + ada.id()).hasStatus(204);
    assertThat(MemberMessages.result(alerts.sent(message))).isEqualTo("A member has it");
    mozilla.take();
    assertThat(google.waiting() + mozilla.waiting()).isZero();
    assertThat(STAGE.mailsTo(ada)).isZero();
  }

  @Test
  void quietHoursLeaveAPersonOutAsLongAsAnotherIsOutside() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = teams.channel(teams.team(grace, ada));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    JsonNode sent = alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    assertThat(MemberMessages.result(sent)).isEqualTo("A member has it; 1 left out in quiet hours");
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
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void quietHoursOfTheChannelGoBeforeThoseOfItsMembers() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = teams.channel(teams.team(grace, ada));
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
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER, "refused" + teams.people.email());
    mozilla.browser().register(grace);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = teams.channel(teams.team(grace, joan));
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
    String team = teams.team(grace);
    String channel = teams.channel(team);
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    mozilla.take();
    client.put("/v1/teams/" + team, "{%s}".formatted(TeamFixture.ids(grace, ada))).hasStatus(200);
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    mozilla.take();
    assertThat(google.waiting()).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  /** The recovery does not wait for one who does not have the alert yet, but for whom it waits. */
  @Test
  void aRecoveryWaitsForNobodyButThoseWhoDoNotHaveTheAlert() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.then(503).then(503).then(503);
    String channel = teams.channel(teams.team(grace, ada));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    String alert = alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000);
    mozilla.take();
    Polling.until(
        "kept",
        () ->
            STAGE
                    .app
                    .database()
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

  /** One member has the alert at once, the other after long; both have the recovery by push. */
  @Test
  void aRecoveryThatHasWaitedLongGoesToTheDevice() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.then(503);
    String channel = teams.channel(teams.team(grace, ada));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    String alert = alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000);
    mozilla.take();
    google.take();
    alerts.postpone(alert);
    String recovery = alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000);
    alerts.sentLate(alert, 2, recovery);
    assertThat(mozilla.take().json().path("level").asText()).isEqualTo("recovery");
    assertThat(google.take().json().path("level").asText()).isEqualTo("failure");
    assertThat(google.take().json().path("level").asText()).isEqualTo("recovery");
    assertThat(STAGE.mailsTo(ada)).isZero();
  }

  /** Who sleeps does not have the alert, so the end of the problem is not for them. */
  @Test
  void aRecoveryIsGivenUpWhenNoWayReachesWhoWasTold() {
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER, "refused" + teams.people.email());
    mozilla.browser().register(joan);
    google.browser().register(grace);
    grace.client().patch("/console/person", ALWAYS).hasStatus(200);
    String channel = teams.channel(teams.team(grace, joan));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    mozilla.take();
    mozilla.then(410);
    alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000);
    assertThat(teams.lastError(channel)).startsWith("No member of the team could be reached: ");
    assertThat(google.waiting()).isZero();
  }
}
