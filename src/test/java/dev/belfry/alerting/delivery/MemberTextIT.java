package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.testing.HeartbeatMonitors;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TextGateway;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Messages to the phones of persons, at a gateway: before an e-mail, and beside devices. */
class MemberTextIT extends MemberTexts {
  private static final MemberMessages STAGE = new MemberMessages();

  MemberTextIT() {
    super(STAGE);
  }

  @AfterAll
  static void stop() throws IOException {
    STAGE.close();
  }

  @Test
  void withoutADeviceAnAlertGoesToThePhone() {
    String number = phone("FALLBACK");
    gateway.answer(202, "queued for " + number);
    JsonNode sent = sent(channel(grace), "ALERT_FAILURE");
    assertThat(MemberMessages.result(sent))
        .isEqualTo("By text message (The person has no device): HTTP 202");
    assertThat(sent.path("statusCode").asInt()).isEqualTo(202);
    TextGateway.Got text = gateway.take();
    assertThat(text.body().path("to").asText()).isEqualTo(number);
    assertThat(text.text()).isEqualTo("Shop");
    assertThat(STAGE.mail.messages).isEmpty();
    JsonNode shown = grace.client().get(PHONE).json();
    assertThat(shown.path("lastSuccessAt").isTextual()).isTrue();
    assertThat(shown.path("failures").asInt()).isZero();
  }

  @Test
  void aDeviceThatTakesItIsEnough() {
    mozilla.browser().register(grace);
    phone("FALLBACK");
    sent(channel(grace), "ALERT_FAILURE");
    mozilla.take();
    assertThat(gateway.waiting()).isZero();

    mozilla.then(410);
    assertThat(MemberMessages.result(sent(channel(grace), "ALERT_FAILURE")))
        .isEqualTo("By text message (the push service no longer knows the device): HTTP 200");
    gateway.take();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void failuresGoToBothAndSoDoesTheirRecovery() {
    mozilla.browser().register(grace);
    phone("FAILURES");
    String channel = channel(grace);
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    JsonNode sent = alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    assertThat(MemberMessages.result(sent))
        .isEqualTo("A push service has it for a device, and the gateway for the phone");
    mozilla.take();
    gateway.take();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    mozilla.take();
    gateway.take();
    sent(channel, "ALERT_DEGRADED");
    mozilla.take();
    assertThat(gateway.waiting()).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void aRecoveryOfWhatThePhoneWasNotToldStaysWithTheDevice() {
    mozilla.browser().register(grace);
    phone("FALLBACK");
    String channel = channel(grace);
    UUID check = alerts.check();
    UUID episode = UUID.randomUUID();
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000));
    grace.client().patch(PHONE, "{\"use\":\"FAILURES\"}").hasStatus(200);
    alerts.sent(alerts.raise(check, channel, episode, "ALERT_RECOVERY", 2_000));
    mozilla.take();
    mozilla.take();
    assertThat(gateway.waiting()).isZero();
  }

  @Test
  void whoWantsNoneAndWhoseNumberIsNotAllowedGetsAnEmail() {
    phone("NEVER");
    sent(channel(grace), "ALERT_FAILURE");
    assertThat(STAGE.mailsTo(grace)).isOne();
    STAGE
        .app
        .database()
        .execute(
            "UPDATE person_phones SET number = '+12025550123', use = 'FAILURES' WHERE user_id = '%s'"
                .formatted(grace.id()));
    sent(channel(grace), "ALERT_FAILURE");
    assertThat(STAGE.mailsTo(grace)).isEqualTo(2);
    assertThat(gateway.waiting()).isZero();
    assertThat(grace.client().get(PHONE).at("/hindrance").asText()).contains("BELFRY_PERSONS_SMS");
  }

  @Test
  void whoHasLeftGetsNothing() {
    phone("FAILURES");
    String channel = channel(grace);
    STAGE
        .app
        .database()
        .execute("DELETE FROM memberships WHERE user_id = '%s'".formatted(grace.id()));
    alerts.test(channel);
    Polling.until(
        "dead", () -> client.get(CHANNELS + "/" + channel).at("/health/dead").asInt() > 0);
    assertThat(gateway.waiting()).isZero();
    assertThat(STAGE.mail.messages).isEmpty();
  }

  @Test
  void quietHoursOfThePersonHoldTextMessages() {
    phone("FAILURES");
    grace
        .client()
        .patch("/console/person", "{\"quietHours\":[{\"from\":\"00:00\",\"to\":\"00:00\"}]}")
        .hasStatus(200);
    String channel = channel(grace);
    String ping = HeartbeatMonitors.create(client, "Backup", "", channel);
    client.send("POST", ping + "/fail", null).hasStatus(200);
    Polling.until(
        "held",
        () ->
            STAGE
                    .app
                    .database()
                    .count(
                        "SELECT count(*) FROM deliveries WHERE channel_id = %s AND held_until_ms >"
                                .formatted(channel)
                            + " epoch_millis()")
                == 1);
    assertThat(gateway.waiting()).isZero();
    grace.client().patch("/console/person", "{\"quietHours\":null}").hasStatus(200);
    assertThat(gateway.take().text()).matches(".*Backup.*\nhttp\\S+/console/monitors/\\S+");
  }
}
