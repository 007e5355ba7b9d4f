package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.push.FakePushService;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.HeartbeatMonitors;
import dev.belfry.testing.OnCallFixtures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An alert reaches the person of a rotation who is on call, and no other. */
class RotationAlertsIT {
  private static final PushTrust TRUST = new PushTrust();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_PUBLIC_URL",
              "https://b.example.org"));

  private final People people = new People(APP);
  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final SignedIn ada = people.join(acme, Role.VIEWER);
  private final SignedIn grace = people.join(acme, Role.RESPONDER);
  private final FakePushService adas = TRUST.service();
  private final FakePushService graces = TRUST.service();
  private final String schedule = rotation();

  @AfterEach
  void close() {
    adas.close();
    graces.close();
  }

  @AfterAll
  static void stop() {
    APP.close();
    TRUST.close();
  }

  private String rotation() {
    adas.browser().register(ada);
    graces.browser().register(grace);
    // A turn of Ada began at nine o'clock of a day that is less than a year ago.
    String body =
        OnCallFixtures.rotation(
            List.of(ada.id(), grace.id()), "\"turnUnit\":\"WEEK\",\"turnLength\":52");
    Instant begun = Instant.now().minusSeconds(3 * 86_400);
    return client
        .post(
            "/v1/on-call-schedules", body.replace("2026-03-09", begun.toString().substring(0, 10)))
        .hasStatus(201)
        .id();
  }

  private String channel(SignedIn person) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"},\"onCall\":{\"scheduleId\":%s}}"
                .formatted(person.id(), schedule))
        .hasStatus(201)
        .id();
  }

  private void fails(String monitor, String... channels) {
    String path = HeartbeatMonitors.create(client, monitor, "", channels);
    client.send("POST", path + "/fail", null).hasStatus(200);
  }

  /** The device of one channel's person gets the message, and there is none for the other one. */
  private void isTold(FakePushService device, String monitor, String other, long others) {
    String title;
    do {
      title = device.take().json().path("title").asText();
      // That the channel of a former member is broken may be told before or after.
    } while (title.endsWith("cannot deliver"));
    assertThat(title).contains(monitor);
    assertThat(APP.database().count("SELECT count(*) FROM deliveries WHERE channel_id = " + other))
        .isEqualTo(others);
  }

  @Test
  void theOverrideAndTheEndOfAMembershipSwitchItAtOnce() {
    String[] channels = {channel(ada), channel(grace)};
    fails("First", channels);
    isTold(adas, "First", channels[1], 0);

    String override =
        grace
            .client()
            .post(
                "/v1/on-call-schedules/" + schedule + "/overrides",
                OnCallFixtures.override(
                    grace.id(), Instant.now(), Instant.now().plusSeconds(3_600)))
            .hasStatus(201)
            .id();
    fails("Second", channels);
    isTold(graces, "Second", channels[0], 1);

    grace
        .client()
        .delete("/v1/on-call-schedules/" + schedule + "/overrides/" + override)
        .hasStatus(204);
    fails("Third", channels);
    isTold(adas, "Third", channels[1], 1);

    client.delete("/v1/accounts/me/members/" + ada.id()).hasStatus(204);
    fails("Fourth", channels);
    isTold(graces, "Fourth", channels[0], 2);
  }

  /** No program changes addresses yet; a member is found all the same. */
  @Test
  void aMemberIsFoundAfterAChangeOfTheAddress() {
    String[] channels = {channel(ada), channel(grace)};
    APP.database()
        .execute(
            "UPDATE users SET email = '%s@example.org' WHERE id = '%s'"
                .formatted(UUID.randomUUID(), ada.id()));
    fails("First", channels);
    isTold(adas, "First", channels[1], 0);
  }

  /** A calendar names a person who has left: nobody is on call, and all channels are told. */
  @Test
  void aPersonWhoHasLeftKeepsNobodySilent() {
    String[] channels = {channel(ada), channel(grace)};
    client.delete("/v1/accounts/me/members/" + ada.id()).hasStatus(204);
    APP.database()
        .execute(
            """
            UPDATE on_call_shifts SET turn = NULL, user_id = NULL, keys = ARRAY['%s']
            WHERE schedule_id = %s"""
                .formatted(ada.email(), schedule));
    fails("First", channels);
    isTold(graces, "First", channels[0], 1);
  }

  /** A channel for a team names the person, as channels of other types do. */
  @Test
  void aChannelForATeamSpeaksForThePersonWhomItNames() {
    String team =
        client
            .post("/v1/teams", "{\"name\":\"Night\",\"userIds\":[\"%s\"]}".formatted(ada.id()))
            .hasStatus(201)
            .id();
    String body =
        """
        {"type":"MEMBER","config":{"teamId":"%s"},"onCall":{"scheduleId":%s,"person":"%s"}}""";
    String whole =
        client
            .post("/v1/alert-channels", body.formatted(team, schedule, ada.email()))
            .hasStatus(201)
            .id();
    String other = channel(grace);
    fails("First", whole, other);
    isTold(adas, "First", other, 0);
  }
}
