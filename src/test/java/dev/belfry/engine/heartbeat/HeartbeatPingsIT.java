package dev.belfry.engine.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pings, and the events that they leave. */
class HeartbeatPingsIT {
  private final TestApp app = TestApp.shared();

  @Test
  void aPingIsStoredOnceItIsAnswered() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    assertThat(backup.client.get("/v1/check-statuses/" + backup.check).status()).isEqualTo(200);

    backup.ping().hasStatus(200);

    assertThat(backup.states()).containsExactly("RECEIVED");
    assertThat(backup.status().path("hasFailures").asBoolean()).isFalse();
    assertThat(
            app.database()
                .count(
                    "SELECT count(*) FROM heartbeats WHERE check_id = '%s' AND expected = 1 AND due_at = beat_at + 4200000"
                        .formatted(backup.check)))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST"})
  void anyOfThreeMethodsPings(String method) {
    HeartbeatFixture backup = new HeartbeatFixture(app);

    ApiReply reply =
        app.client()
            .with("user-agent", "curl/8.5.0")
            .send(method, backup.address, null)
            .hasStatus(200);

    assertThat(reply.header("cache-control")).isEqualTo("no-store");
    JsonNode event = backup.events().at("/0/events/0");
    assertThat(event.path("source").asText()).isEqualTo("HTTP " + method);
    assertThat(event.path("userAgent").asText()).isEqualTo("curl/8.5.0");
  }

  @Test
  void otherMethodsAreRefused() {
    HeartbeatFixture backup = new HeartbeatFixture(app);

    ApiReply reply = app.client().send("DELETE", backup.address, null).hasStatus(405);

    assertThat(reply.header("allow")).isEqualTo("GET, HEAD, POST");
    assertThat(backup.states()).isEmpty();
  }

  @Test
  void aStartTellsTheDurationOfTheJob() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.ping("/start").hasStatus(200);
    backup.post("/0", "all good").hasStatus(200);

    assertThat(backup.states()).containsExactly("STARTED", "RECEIVED");
    JsonNode event = backup.events().at("/0/events/0");
    assertThat(event.path("duration").asLong()).isBetween(0L, 20_000L);
    assertThat(event.path("exitCode").asInt()).isZero();
    JsonNode whole =
        backup
            .client
            .get(
                "/v1/checks/heartbeats/%s/events/%s"
                    .formatted(backup.check, event.path("id").asText()))
            .hasStatus(200)
            .matchesContract("readHeartbeatEvent")
            .json();
    assertThat(whole.path("body").asText()).isEqualTo("all good");
    assertThat(event.has("body")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fail", "/1", "/255"})
  void aReportedFailureAlertsAtOnceAndTheNextPingRecovers(String signal) {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.ping().hasStatus(200);
    backup.post(signal, "disk full").hasStatus(200);

    assertThat(backup.states()).containsExactly("RECEIVED", "FAILING");
    assertThat(backup.alerts()).containsExactly("ALERT_FAILURE");
    assertThat(backup.alertMembers("runLocation"))
        .as("pings come from anywhere")
        .containsOnlyNulls();
    assertThat(backup.status().path("hasFailures").asBoolean()).isTrue();
    assertThat(backup.events().at("/0/events/0/message").asText())
        .isEqualTo(
            signal.equals("/fail")
                ? "The job reported a failure"
                : "The job ended with exit code " + signal.substring(1));

    backup.ping().hasStatus(200);
    assertThat(backup.alerts()).containsExactly("ALERT_FAILURE", "ALERT_RECOVERY");
    assertThat(backup.status().path("hasFailures").asBoolean()).isFalse();
  }

  @Test
  void aLargeBodyIsCutAndNotRefused() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.post("", "x".repeat(200_000)).hasStatus(200);
    backup.post("", "a\u0000b").hasStatus(200);

    List<String> bodies = new ArrayList<>();
    for (JsonNode event : backup.events().at("/0/events")) {
      bodies.add(
          backup
              .client
              .get(
                  "/v1/checks/heartbeats/%s/events/%s"
                      .formatted(backup.check, event.path("id").asText()))
              .at("/body")
              .asText());
    }
    assertThat(bodies).containsExactly("a\ufffdb", "x".repeat(10_240));
  }

  @Test
  void whatIsNotGenuineIsNotFound() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    String forged = backup.address.substring(0, backup.address.length() - 2) + "xx";
    for (String path :
        List.of(
            forged,
            forged + "/start",
            "/ping/",
            "/ping/x",
            backup.address + "/256",
            backup.address + "/-1",
            backup.address + "/stop",
            backup.address + "/0/1")) {
      app.client().get(path).isNotFound();
    }
    assertThat(backup.states()).isEmpty();
  }

  @Test
  void theTokenOfADeletedMonitorIsNotFound() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup.ping().hasStatus(200);
    backup.client.delete("/v1/checks/" + backup.check).hasStatus(204);

    backup.ping().isNotFound();
    assertThat(
            app.database()
                .count(
                    "SELECT count(*) FROM heartbeats WHERE check_id = '%s'"
                        .formatted(backup.check)))
        .isZero();
  }

  @Test
  void aHostilePingerIsHeldBackAloneAndSoon() {
    HeartbeatFixture hostile = new HeartbeatFixture(app);
    HeartbeatFixture other = new HeartbeatFixture(app);
    int refused = 0;
    for (int i = 0; i < 120; i++) {
      ApiReply reply = hostile.ping();
      if (reply.status() == 429) {
        refused++;
        assertThat(reply.header("retry-after")).isNotNull();
      } else {
        reply.hasStatus(200);
      }
    }
    assertThat(refused).isGreaterThanOrEqualTo(20);
    other.ping().hasStatus(200);
  }

  @Test
  void manyTokensAtOnceLoseNoPing() {
    List<HeartbeatFixture> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(new HeartbeatFixture(app));
    }
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<CompletableFuture<?>> pings = new ArrayList<>();
    for (int round = 0; round < 20; round++) {
      for (HeartbeatFixture one : all) {
        pings.add(CompletableFuture.runAsync(() -> one.ping().hasStatus(200), threads));
      }
    }
    pings.forEach(CompletableFuture::join);
    threads.shutdown();
    for (HeartbeatFixture one : all) {
      assertThat(one.states()).hasSize(20);
      assertThat(
              app.database()
                  .count("SELECT came FROM heartbeats WHERE check_id = '%s'".formatted(one.check)))
          .isEqualTo(19);
    }
  }

  @Test
  void aReaderDoesNotSeeThePingUrl() {
    Tenant acme = app.newTenant();
    HeartbeatFixture backup = new HeartbeatFixture(app, app.as(acme), HeartbeatFixture.HOURLY);
    String token = backup.address.substring("/ping/".length());

    ApiReply read =
        app.client()
            .withKey(acme.readKey())
            .get("/v1/checks/" + backup.check)
            .hasStatus(200)
            .matchesContract("readCheck");
    assertThat(read.text()).doesNotContain(token);
    assertThat(read.at("/heartbeat/pingToken").asText()).isEqualTo("********");
    assertThat(backup.client.get("/v1/audit-log").hasStatus(200).text()).doesNotContain(token);
  }

  @Test
  void aPausedMonitorTakesNoPing() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    backup
        .client
        .put("/v1/checks/heartbeat/" + backup.check, "{\"activated\":false}")
        .hasStatus(200);

    assertThat(backup.ping().hasStatus(200).at("/message").asText()).contains("paused");
    assertThat(backup.states()).isEmpty();
  }

  @Test
  void itIsNotRunByHand() {
    HeartbeatFixture backup = new HeartbeatFixture(app);
    ApiReply reply =
        backup.client.post(
            "/v2/check-sessions/trigger",
            "{\"target\":{\"checkId\":\"%s\"}}".formatted(backup.check));

    assertThat(reply.hasStatus(400).text()).contains("it waits for pings and is not run");
  }
}
