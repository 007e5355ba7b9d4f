package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People.SignedIn;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TextGateway;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Text messages to members of teams. */
class TeamTextIT {
  private static final MemberMessages STAGE = new MemberMessages();

  private final TeamFixture teams = new TeamFixture(STAGE);
  private final TextGateway gateway = STAGE.gateway;
  private final FakePushService mozilla = teams.mozilla;
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

  private String raise(String channel, UUID check, UUID episode, String type, long decided) {
    return alerts.raise(check, channel, episode, type, decided);
  }

  @Test
  void eachMemberIsToldByTheOwnWays() {
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER);
    SignedIn mary = teams.people.join(teams.acme, Role.VIEWER);
    mozilla.browser().register(grace);
    STAGE.phone(grace, "FALLBACK");
    String first = STAGE.phone(ada, "FALLBACK");
    String second = STAGE.phone(mary, "FAILURES");
    String channel = teams.channel(teams.team(grace, ada, joan, mary));
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    JsonNode sent = alerts.sent(raise(channel, check, episode, "ALERT_FAILURE", 1_000));
    assertThat(MemberMessages.result(sent)).isEqualTo("4 members have it");
    mozilla.take();
    TextGateway.Got one = gateway.take();
    TextGateway.Got other = gateway.take();
    assertThat(List.of(one.body().path("to").asText(), other.body().path("to").asText()))
        .containsExactlyInAnyOrder(first, second);
    assertThat(one.body().path("id")).isNotEqualTo(other.body().path("id"));
    assertThat(STAGE.mailsTo(joan)).isOne();
    assertThat(STAGE.mail.messages).hasSize(1);

    // The recovery follows to the phones, also beside a device that is new.
    mozilla.browser().register(ada);
    alerts.sent(raise(channel, check, episode, "ALERT_RECOVERY", 2_000));
    mozilla.take();
    mozilla.take();
    gateway.take();
    gateway.take();
    assertThat(gateway.waiting()).isZero();
    assertThat(STAGE.mailsTo(joan)).isEqualTo(2);
  }

  /** As after the death of an instance that had written down what it reached. */
  @Test
  void aMessageThatIsSentAgainLeavesOutPhonesThatHaveIt() {
    mozilla.browser().register(grace);
    STAGE.phone(grace, "FAILURES");
    STAGE.phone(ada, "FALLBACK");
    String channel = teams.channel(teams.team(grace, ada));
    String message =
        alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 60_000);
    STAGE
        .app
        .database()
        .execute(
            """
            UPDATE deliveries SET receipt = '{"told":["%s"],"texted":["%s","%s"]}', attempts = 1,
              due_ms = epoch_millis() WHERE id = '%s'"""
                .formatted(ada.id(), grace.id(), ada.id(), message));
    assertThat(MemberMessages.result(alerts.sent(message))).isEqualTo("2 members have it");
    mozilla.take();
    assertThat(gateway.waiting()).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void aGatewayThatIsAwayHoldsUpOnlyThoseWhoNeedIt() {
    mozilla.browser().register(grace);
    STAGE.phone(ada, "FALLBACK");
    for (int attempt = 0; attempt <= MemberSender.PATIENCE; attempt++) {
      gateway.answer(503, "later");
    }
    String message = alerts.test(teams.channel(teams.team(grace, ada)));
    mozilla.take();
    Polling.until("mailed", () -> STAGE.mailsTo(ada) == 1);
    JsonNode sent = alerts.sent(message);
    assertThat(sent.path("attempts").asInt()).isEqualTo(MemberSender.PATIENCE + 1);
    assertThat(MemberMessages.result(sent)).isEqualTo("2 members have it");
    assertThat(mozilla.waiting()).isZero();
    assertThat(STAGE.mailsTo(ada)).isOne();
  }

  @Test
  void aGatewayThatHangsIsLeftAloneInTheAttempt() {
    mozilla.browser().register(grace);
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER);
    STAGE.phone(grace, "FAILURES");
    STAGE.phone(ada, "FALLBACK");
    gateway.hang();
    gateway.hang();
    String message = alerts.test(teams.channel(teams.team(grace, ada, joan)));
    mozilla.take();
    JsonNode sent = alerts.sent(message);
    assertThat(MemberMessages.result(sent)).isEqualTo("3 members have it");
    assertThat(sent.path("attempts").asInt()).isEqualTo(2);
    assertThat(STAGE.mailsTo(joan)).isOne();
    assertThat(STAGE.mailsTo(ada)).isZero();
    assertThat(mozilla.waiting()).isZero();
  }

  @Test
  void whoIsWithinQuietHoursGetsNoText() {
    STAGE.phone(grace, "FAILURES");
    String number = STAGE.phone(ada, "FAILURES");
    grace
        .client()
        .patch("/console/person", "{\"quietHours\":[{\"from\":\"00:00\",\"to\":\"00:00\"}]}")
        .hasStatus(200);
    String channel = teams.channel(teams.team(grace, ada));
    alerts.sent(raise(channel, alerts.check(), UUID.randomUUID(), "ALERT_FAILURE", 1_000));
    assertThat(gateway.take().body().path("to").asText()).isEqualTo(number);
    assertThat(gateway.waiting()).isZero();
  }

  @Test
  void nobodyReachedSaysWhatTheGatewayAnswered() {
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER, "refused" + teams.people.email());
    String number = STAGE.phone(joan, "FALLBACK");
    gateway.answer(410, "stopped " + number);
    String channel = teams.channel(teams.team(joan));
    alerts.test(channel);
    assertThat(teams.lastError(channel))
        .contains("Grace: no device; by text message: HTTP 410; by e-mail: ")
        .doesNotContain(number.substring(1));
  }
}
