package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.phone.PersonPhones;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Text messages to persons when the gateway is away, an instance dies, or a monitor flaps. */
class MemberTextTroubleIT extends MemberTexts {
  private static final MemberMessages STAGE = new MemberMessages();

  MemberTextTroubleIT() {
    super(STAGE);
  }

  @AfterAll
  static void stop() throws IOException {
    STAGE.close();
  }

  /** As after the death of an instance, before and after it had stored the receipt. */
  @Test
  void anAttemptThatWasKilledSendsNoSecondText() {
    String number = phone("FALLBACK");
    String channel = channel(grace);
    String noted =
        alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 60_000);
    String stored =
        alerts.raise(alerts.check(), channel, UUID.randomUUID(), "ALERT_FAILURE", 1_000, 60_000);
    STAGE
        .app
        .database()
        .execute(
            """
            INSERT INTO person_texts VALUES ('%s', '%s', now(), true);
            UPDATE deliveries SET receipt = '{"texted":["%s"]}' WHERE id = '%s';
            UPDATE deliveries SET attempts = 1, due_ms = epoch_millis() WHERE id IN ('%s', '%s')"""
                .formatted(grace.id(), noted, grace.id(), stored, noted, stored));
    assertThat(MemberMessages.result(alerts.sent(noted))).endsWith("the gateway has it");
    assertThat(MemberMessages.result(alerts.sent(stored))).endsWith("the phone has it");
    assertThat(gateway.waiting(number)).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void aRepeatedAttemptLeavesOutThePhone() {
    mozilla.browser().register(grace);
    mozilla.then(503).then(503);
    phone("FAILURES");
    JsonNode sent = sent(channel(grace), "ALERT_FAILURE");
    assertThat(sent.path("attempts").asInt()).isEqualTo(3);
    gateway.take();
    assertThat(gateway.waiting()).isZero();
  }

  @Test
  void aGatewayThatStaysAwayDoesNotKeepTheMessage() {
    phone("FALLBACK");
    for (int attempt = 0; attempt <= MemberSender.PATIENCE; attempt++) {
      gateway.answer(503, "later");
    }
    String message =
        alerts.raise(alerts.check(), channel(grace), UUID.randomUUID(), "ALERT_FAILURE", 1_000);
    Polling.until("mailed", () -> STAGE.mailsTo(grace) == 1);
    JsonNode sent = alerts.sent(message);
    assertThat(sent.path("attempts").asInt()).isEqualTo(MemberSender.PATIENCE + 1);
    assertThat(MemberMessages.result(sent))
        .startsWith("By e-mail (The person has no device; by text message: HTTP 503): ");
    assertThat(STAGE.mailsTo(grace)).isOne();
    String id = gateway.take().body().path("id").asText();
    assertThat(gateway.take().body().path("id").asText()).isEqualTo(id);
    assertThat(grace.client().get(PHONE).at("/failures").asInt())
        .isEqualTo(MemberSender.PATIENCE + 1);
  }

  @Test
  void aNumberThatIsGoneGetsNothingUntilItIsConfirmedAgain() {
    String number = phone("FALLBACK");
    gateway.answer(410, "stopped " + number);
    assertThat(MemberMessages.result(sent(channel(grace), "ALERT_FAILURE")))
        .startsWith("By e-mail (The person has no device; by text message: HTTP 410): ");
    gateway.take();
    assertThat(MemberMessages.result(sent(channel(grace), "ALERT_FAILURE")))
        .startsWith("By e-mail (The person has no device): ");
    assertThat(STAGE.mailsTo(grace)).isEqualTo(2);
    assertThat(grace.client().get(PHONE).at("/hindrance").asText()).contains("confirm it again");

    grace.client().post(PHONE + "/codes", "{\"number\":\"%s\"}".formatted(number)).hasStatus(200);
    String code = gateway.take().text().substring(0, 6);
    grace
        .client()
        .post(PHONE + "/confirmation", "{\"code\":\"%s\"}".formatted(code))
        .hasStatus(200);
    sent(channel(grace), "ALERT_FAILURE");
    gateway.take();
  }

  @Test
  void aMonitorThatFlapsCannotRunUpTheBill() {
    phone("FAILURES");
    mozilla.browser().register(grace);
    String channel = channel(grace);
    for (int text = 0; text < PersonPhones.MOST_IN_HOUR; text++) {
      alerts.test(channel);
    }
    Polling.until("tests", () -> mozilla.waiting() == PersonPhones.MOST_IN_HOUR);
    Polling.until("texts", () -> gateway.waiting() == PersonPhones.MOST_IN_HOUR);
    gateway.reset();
    sent(channel, "ALERT_FAILURE");
    grace.client().delete("/console/devices/" + device()).hasStatus(204);
    assertThat(MemberMessages.result(sent(channel, "ALERT_FAILURE")))
        .startsWith(
            "By e-mail (The person has no device; by text message: 10 in an hour and 30 in a day are"
                + " the most): ");
    assertThat(gateway.waiting()).isZero();
    STAGE
        .app
        .database()
        .execute("UPDATE person_texts SET sent_at = sent_at - interval '61 minutes'");
    sent(channel, "ALERT_FAILURE");
    gateway.take();
    STAGE
        .app
        .database()
        .execute(
            """
            INSERT INTO person_texts SELECT '%s', gen_random_uuid(), now() - interval '5 hours'
            FROM generate_series(1, 20)"""
                .formatted(grace.id()));
    assertThat(MemberMessages.result(sent(channel, "ALERT_FAILURE"))).contains("30 in a day");
    assertThat(gateway.waiting()).isZero();
  }

  private String device() {
    return grace.client().get("/console/devices").at("/0/id").asText();
  }

  @Test
  void aGatewayThatHangsDelaysNeitherDevicesNorOthers() {
    mozilla.browser().register(grace);
    phone("FAILURES");
    gateway.hang();
    String slow = alerts.test(channel(grace));
    gateway.take();
    mozilla.take();

    Tenant globex = STAGE.app.newTenant();
    SignedIn ada = people.join(globex, Role.VIEWER);
    numbers.add(STAGE.phone(ada, "FALLBACK"));
    AlertSample others = new AlertSample(STAGE.app, globex);
    String theirs =
        STAGE
            .app
            .as(globex)
            .post(
                CHANNELS,
                "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}".formatted(ada.id()))
            .hasStatus(201)
            .id();
    long begin = System.nanoTime();
    others.sent(others.test(theirs));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
    gateway.take();
    assertThat(alerts.sent(slow).path("attempts").asInt()).isEqualTo(2);
    gateway.take();
    assertThat(mozilla.waiting()).as("once on the device").isZero();
  }
}
