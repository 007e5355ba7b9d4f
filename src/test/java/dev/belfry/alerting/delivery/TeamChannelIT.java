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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages to teams, at push services that decrypt them and at a mail server. */
class TeamChannelIT {
  private static final PushTrust TRUST = new PushTrust();
  private static final SmtpSink MAIL = mail();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_SMTP_URL",
              "smtp://127.0.0.1:" + MAIL.port() + "?starttls=never"));

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

  private String lastError(String channel) {
    Polling.until(
        "dead", () -> client.get("/v1/alert-channels/" + channel).at("/health/dead").asInt() > 0);
    return client.get("/v1/alert-channels/" + channel).at("/health/lastError").asText();
  }

  private static String result(JsonNode sent) {
    return sent.path("notificationResult").asText();
  }

  @Test
  void eachDeviceAndEachPersonWithoutOneGetsTheMessageOnce() {
    mozilla.browser().register(grace);
    google.browser().register(grace);
    SignedIn joan = people.join(acme, Role.VIEWER);
    mozilla.browser().register(joan);
    JsonNode sent = alerts.sent(alerts.test(channel(team(grace, ada, joan))));
    assertThat(result(sent)).isEqualTo("3 members have it");
    assertThat(sent.path("statusCode").asInt()).isEqualTo(201);
    assertThat(List.of(mozilla.take().text(), mozilla.take().text()))
        .containsOnly(google.take().text());
    assertThat(mozilla.waiting() + google.waiting()).isZero();
    assertThat(mailsTo(ada)).isOne();
    assertThat(MAIL.messages).hasSize(1);
  }

  @Test
  void aFailingPushServiceOfOneRepeatsNothingToTheOthers() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    SignedIn joan = people.join(acme, Role.VIEWER);
    google.then(503).then(503);
    JsonNode sent = alerts.sent(alerts.test(channel(team(grace, ada, joan))));
    assertThat(sent.path("attempts").asInt()).isEqualTo(3);
    assertThat(result(sent)).isEqualTo("3 members have it");
    mozilla.take();
    assertThat(mozilla.waiting()).isZero();
    assertThat(mailsTo(joan)).isOne();
    assertThat(mailsTo(ada)).isZero();
  }

  @Test
  void aPushServiceThatIsGoneSendsItsPersonAnEmail() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.then(410);
    alerts.sent(alerts.test(channel(team(grace, ada))));
    mozilla.take();
    assertThat(mailsTo(ada)).isOne();
    assertThat(mailsTo(grace)).isZero();
  }

  /** While one message waits for a push service that hangs, the next ones go out. */
  @Test
  void aHangingPushServiceHoldsUpNoMessageToTheOthers() {
    mozilla.browser().register(grace);
    google.browser().register(ada);
    google.thenHang().thenHang();
    String channel = channel(team(grace, ada));
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
    SignedIn joan = people.join(acme, Role.VIEWER, "refused" + people.email());
    mozilla.browser().register(grace);
    JsonNode sent = alerts.sent(alerts.test(channel(team(grace, joan))));
    assertThat(sent.path("attempts").asInt()).isOne();
    assertThat(result(sent)).startsWith("A member has it; Grace: no device; by e-mail: ");
    mozilla.take();
  }

  @Test
  void nobodyReachedIsAFailure() {
    SignedIn joan = people.join(acme, Role.VIEWER, "refused" + people.email());
    String channel = channel(team(joan));
    alerts.test(channel);
    assertThat(lastError(channel)).startsWith("No member of the team could be reached: ");
  }

  @Test
  void anEmptyTeamIsAFailureThatSaysWhatToDo() {
    String team = team(grace);
    String channel = channel(team);
    client.delete("/v1/accounts/me/members/" + grace.id()).hasStatus(204);
    alerts.test(channel);
    assertThat(lastError(channel))
        .isEqualTo("The team has no members; add some on the page Teams of the console");
    assertThat(mailsTo(grace)).isZero();
  }

  /** As after the death of an instance that had written down what it reached. */
  @Test
  void aMessageThatIsSentAgainLeavesOutWhoHasIt() {
    mozilla.browser().register(grace);
    SignedIn joan = people.join(acme, Role.VIEWER);
    String channel = channel(team(grace, ada, joan));
    String message =
        alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 60_000);
    APP.database()
        .execute(
            """
            UPDATE deliveries SET receipt = '{"told":["%s"],"refused":["%s"]}', attempts = 1,
              due_ms = epoch_millis() WHERE id = '%s'"""
                .formatted(grace.id(), joan.id(), message));
    assertThat(result(alerts.sent(message))).isEqualTo("2 members have it");
    assertThat(mozilla.waiting()).isZero();
    assertThat(mailsTo(ada)).isOne();
    assertThat(MAIL.messages).hasSize(1);
  }

  @Test
  void aPersonOfTwoTeamsGetsTheMessageOfEach() {
    mozilla.browser().register(grace);
    alerts.sent(alerts.test(channel(team(grace))));
    alerts.sent(alerts.test(channel(team(grace, ada))));
    mozilla.take();
    mozilla.take();
    assertThat(mailsTo(ada)).isOne();
  }
}
