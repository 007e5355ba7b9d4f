package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People.SignedIn;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages to teams, at push services that decrypt them and at a mail server. */
class TeamChannelIT {
  private static final MemberMessages STAGE = new MemberMessages();

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
  void eachDeviceAndEachPersonWithoutOneGetsTheMessageOnce() {
    mozilla.browser().register(grace);
    google.browser().register(grace);
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER);
    mozilla.browser().register(joan);
    JsonNode sent = alerts.sent(alerts.test(teams.channel(teams.team(grace, ada, joan))));
    assertThat(MemberMessages.result(sent)).isEqualTo("3 members have it");
    assertThat(sent.path("statusCode").asInt()).isEqualTo(201);
    assertThat(List.of(mozilla.take().text(), mozilla.take().text()))
        .containsOnly(google.take().text());
    assertThat(mozilla.waiting() + google.waiting()).isZero();
    assertThat(STAGE.mailsTo(ada)).isOne();
    assertThat(STAGE.mail.messages).hasSize(1);
  }

  @Test
  void aFailingPushServiceOfOneRepeatsNothingToTheOthers() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER);
    google.then(503).then(503);
    JsonNode sent = alerts.sent(alerts.test(teams.channel(teams.team(grace, ada, joan))));
    assertThat(sent.path("attempts").asInt()).isEqualTo(3);
    assertThat(MemberMessages.result(sent)).isEqualTo("3 members have it");
    mozilla.take();
    assertThat(mozilla.waiting()).isZero();
    assertThat(STAGE.mailsTo(joan)).isOne();
    assertThat(STAGE.mailsTo(ada)).isZero();
  }

  @Test
  void aPushServiceThatIsGoneSendsItsPersonAnEmail() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.then(410);
    alerts.sent(alerts.test(teams.channel(teams.team(grace, ada))));
    mozilla.take();
    assertThat(STAGE.mailsTo(ada)).isOne();
    assertThat(STAGE.mailsTo(grace)).isZero();
  }

  /** While one message waits for a push service that hangs, the next ones go out. */
  @Test
  void aHangingPushServiceHoldsUpNoMessageToTheOthers() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.thenHang().thenHang();
    String channel = teams.channel(teams.team(grace, ada));
    String first = alerts.test(channel);
    mozilla.take();
    Polling.until(
        "the first is tried again",
        () ->
            client
                .get("/v1/alert-notifications?limit=100")
                .json()
                .findValuesAsText("attempts")
                .contains("2"));
    long begin = System.nanoTime();
    alerts.test(channel);
    mozilla.take();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
    alerts.sent(first);
    assertThat(mozilla.waiting()).isZero();
  }

  @Test
  void oneWhomNoWayReachesIsSaidAndHoldsUpNothing() {
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER, "refused" + teams.people.email());
    mozilla.browser().register(grace);
    JsonNode sent = alerts.sent(alerts.test(teams.channel(teams.team(grace, joan))));
    assertThat(sent.path("attempts").asInt()).isOne();
    assertThat(MemberMessages.result(sent))
        .startsWith("A member has it; Grace: no device; by e-mail: ");
    mozilla.take();
  }

  @Test
  void nobodyReachedIsAFailure() {
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER, "refused" + teams.people.email());
    String channel = teams.channel(teams.team(joan));
    alerts.test(channel);
    assertThat(teams.lastError(channel)).startsWith("No member of the team could be reached: ");
  }

  @Test
  void anEmptyTeamIsAFailureThatSaysWhatToDo() {
    String team = teams.team(grace);
    String channel = teams.channel(team);
    client.delete("/v1/accounts/me/members/" + grace.id()).hasStatus(204);
    alerts.test(channel);
    assertThat(teams.lastError(channel))
        .isEqualTo("The team has no members; add some on the page Teams of the console");
    assertThat(STAGE.mailsTo(grace)).isZero();
  }

  /** As after the death of an instance that had written down what it reached. */
  @Test
  void aMessageThatIsSentAgainLeavesOutWhoHasIt() {
    mozilla.browser().register(grace);
    SignedIn joan = teams.people.join(teams.acme, Role.VIEWER);
    String channel = teams.channel(teams.team(grace, ada, joan));
    String message =
        alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 60_000);
    STAGE
        .app
        .database()
        .execute(
            """
            UPDATE deliveries SET receipt = '{"told":["%s"],"refused":["%s"]}', attempts = 1,
              due_ms = epoch_millis() WHERE id = '%s'"""
                .formatted(grace.id(), joan.id(), message));
    assertThat(MemberMessages.result(alerts.sent(message))).isEqualTo("2 members have it");
    assertThat(mozilla.waiting()).isZero();
    assertThat(STAGE.mailsTo(ada)).isOne();
    assertThat(STAGE.mail.messages).hasSize(1);
  }

  @Test
  void aPersonOfTwoTeamsGetsTheMessageOfEach() {
    mozilla.browser().register(grace);
    alerts.sent(alerts.test(teams.channel(teams.team(grace))));
    alerts.sent(alerts.test(teams.channel(teams.team(grace, ada))));
    mozilla.take();
    mozilla.take();
    assertThat(STAGE.mailsTo(ada)).isOne();
  }
}
