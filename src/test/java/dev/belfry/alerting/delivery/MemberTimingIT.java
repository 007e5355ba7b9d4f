package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.HeartbeatMonitors;
import dev.belfry.testing.Polling;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When channels of persons are told: as all other channels. */
class MemberTimingIT {
  private static final PushTrust TRUST = new PushTrust();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_PUBLIC_URL",
              "https://b.example.org"));

  private final FakePushService service = TRUST.service();
  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final SignedIn grace = new People(APP).join(acme, Role.VIEWER);

  @BeforeEach
  void register() {
    service.browser().register(grace);
  }

  @AfterEach
  void close() {
    service.close();
  }

  @AfterAll
  static void stop() {
    APP.close();
    TRUST.close();
  }

  private String channel(SignedIn person, String more) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}%s}".formatted(person.id(), more))
        .hasStatus(201)
        .matchesContract("createAlertChannel")
        .id();
  }

  /** The path of the ping of a new monitor that tells channels. */
  private String heartbeat(String name, String... channels) {
    return HeartbeatMonitors.create(client, name, "", channels);
  }

  private void fail(String heartbeat) {
    client.send("POST", heartbeat + "/fail", null).hasStatus(200);
  }

  private long deliveries(String channel, String state) {
    return APP.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE channel_id = %s AND %s"
                .formatted(channel, state));
  }

  @Test
  void quietHoursHoldAnAlert() {
    String quiet =
        channel(
            grace, ",\"quietHours\":[{\"timeZone\":\"UTC\",\"from\":\"00:00\",\"to\":\"00:00\"}]");
    String loud = channel(grace, "");
    fail(heartbeat("Backup", quiet, loud));
    assertThat(service.take().json().path("title").asText()).contains("Backup");
    assertThat(deliveries(quiet, "state = 'PENDING' AND held_until_ms > epoch_millis()")).isOne();
    assertThat(service.waiting()).isZero();
  }

  @Test
  void theHoursOfThePersonHoldAnAlertUntilTheyAreTakenBack() {
    String own = channel(grace, "");
    SignedIn ada = new People(APP).join(acme, Role.VIEWER);
    service.browser().register(ada);
    String others = channel(ada, "");
    String hours = "{\"quietHours\":[{\"from\":\"00:00\",\"to\":\"00:00\"}]}";
    grace.client().patch("/console/person", hours).hasStatus(200);
    fail(heartbeat("Backup", own, others));
    assertThat(service.take().json().path("title").asText()).contains("Backup");
    assertThat(deliveries(own, "state = 'PENDING' AND held_until_ms > epoch_millis()")).isOne();
    Polling.until("only hers", () -> deliveries(others, "state = 'DELIVERED'") == 1);
    assertThat(service.waiting()).isZero();
    grace.client().patch("/console/person", "{\"quietHours\":null}").hasStatus(200);
    assertThat(service.take().json().path("title").asText()).contains("Backup");
    Polling.until("released", () -> deliveries(own, "state = 'DELIVERED'") == 1);
  }

  @Test
  void anEscalationWaits() {
    String backup = channel(grace, ",\"escalateAfterMinutes\":30");
    String first = channel(grace, "");
    fail(heartbeat("Backup", backup, first));
    service.take();
    Polling.until("delivered", () -> deliveries(first, "state = 'DELIVERED'") == 1);
    assertThat(deliveries(backup, "state = 'DELIVERED'")).isZero();
    assertThat(service.waiting()).isZero();
  }

  @Test
  void aGroupIsOneMessageWithOneAcknowledgement() {
    String channel =
        channel(grace, ",\"grouping\":{\"by\":[],\"waitSeconds\":1,\"intervalSeconds\":10}");
    String one = heartbeat("Backup", channel);
    String other = heartbeat("Import", channel);
    fail(one);
    fail(other);
    JsonNode told = service.take().json();
    assertThat(told.path("title").asText()).isEqualTo("2 monitors are failing");
    assertThat(told.path("body").asText()).contains("Backup", "Import");
    assertThat(told.path("link").asText()).isEqualTo("https://b.example.org/console/alerts");
    assertThat(client.get("/v1/alert-groups/" + told.path("tag").asText()).hasStatus(200).json())
        .isNotEmpty();
    String link = told.path("acknowledge").asText();
    client.send("POST", URI.create(link).getRawPath(), null).hasStatus(200);
    assertThat(service.waiting()).isZero();
  }

  @Test
  void theMemberOnCallIsFoundByTheAddress() {
    SignedIn ada = new People(APP).join(acme, Role.VIEWER);
    FakePushService others = TRUST.service();
    others.browser().register(ada);
    String schedule =
        client
            .post("/v1/on-call-schedules", "{\"name\":\"First\",\"url\":\"http://127.0.0.1:9/\"}")
            .hasStatus(201)
            .id();
    APP.database()
        .execute(
            """
            INSERT INTO on_call_shifts (schedule_id, account_id, begins_ms, ends_ms, name, title,
              keys) VALUES (%s, '%s', 0, epoch_millis() + 600000, 'x', 'x', ARRAY['%s'])"""
                .formatted(schedule, acme.account(), ada.email()));
    String link = ",\"onCall\":{\"scheduleId\":%s}".formatted(schedule);
    String ofGrace = channel(grace, link);
    fail(heartbeat("Backup", ofGrace, channel(ada, link)));
    assertThat(others.take().json().path("title").asText()).contains("Backup");
    assertThat(deliveries(ofGrace, "true")).isZero();
    assertThat(service.waiting()).isZero();
    others.close();

    String mail = "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}%s}".formatted(link);
    client.post("/v1/alert-channels", mail).isInvalid("/onCall/person");
    client.put("/v1/alert-channels/" + ofGrace, mail.replace(link, "")).isInvalid("/onCall/person");
    client.get("/v1/alert-channels/" + ofGrace).hasStatus(200).matchesContract("readAlertChannel");
  }

  @Test
  void withoutMailAndDeviceTheReasonSaysWhatToDo() {
    SignedIn ada = new People(APP).join(acme, Role.VIEWER);
    String channel = channel(ada, "");
    client.send("POST", "/v1/alert-channels/" + channel + "/test", null).hasStatus(202);
    Polling.until("dead", () -> deliveries(channel, "state = 'DEAD'") == 1);
    assertThat(client.get("/v1/alert-channels/" + channel).at("/health/lastError").asText())
        .contains("has no device", "BELFRY_SMTP_URL", "profile page");
  }
}
