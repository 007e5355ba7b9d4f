package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages that wait for the end of quiet hours, until they are sent or withdrawn. */
class HeldDeliveryIT {
  private static final long NIGHT_MILLIS = 9 * 3_600_000L;
  private static final TestApp APP = TestApp.start(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true"));

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final AlertSample alerts = new AlertSample(APP, acme);
  private final HttpReceiver receiver = new HttpReceiver();
  private final String channel = receiver.channel(client);
  private final UUID check = alerts.check();
  private final UUID episode = UUID.randomUUID();

  @AfterEach
  void close() {
    receiver.close();
  }

  @AfterAll
  static void stop() {
    APP.close();
  }

  private String held() {
    String id = alerts.raise(check, channel, episode, "ALERT_FAILURE", 1_000, NIGHT_MILLIS);
    APP.database()
        .execute("UPDATE deliveries SET held_until_ms = due_ms WHERE id = '%s'".formatted(id));
    return id;
  }

  private void open() {
    APP.database()
        .execute(
            """
            INSERT INTO alert_states (check_id, account_id, state) VALUES ('%s', '%s',
              '{"notice":{"level":"FAILED","episode":"%s","at":1,"reminders":0}}')"""
                .formatted(check, acme.account(), episode));
  }

  /** The night is over, and the message lay for longer than the limit of a broken channel. */
  private void over(String id) {
    APP.database()
        .execute(
            """
            UPDATE deliveries SET due_ms = epoch_millis(), held_until_ms = epoch_millis(),
              created_ms = created_ms - %d WHERE id = '%s'"""
                .formatted(NIGHT_MILLIS, id));
  }

  private long count(String of) {
    return APP.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE account_id = '%s' AND %s"
                .formatted(acme.account(), of));
  }

  @Test
  void isShownWhileItWaitsAndSentAtTheEnd() {
    open();
    String id = held();
    JsonNode shown = client.get("/v1/alert-notifications").json().path(0);
    assertThat(shown.path("id").asText()).isEqualTo(id);
    assertThat(shown.path("status").asText()).isEqualTo("IN_PROGRESS");
    assertThat(Instant.parse(shown.path("nextAttemptAt").asText()))
        .isAfter(Instant.now().plusMillis(NIGHT_MILLIS - 60_000));
    over(id);
    alerts.sent(id);
    assertThat(receiver.waiting()).isEqualTo(1);
  }

  @Test
  void aFailureAtTheEndBreaksNoChannel() {
    open();
    HttpReceiver other = new HttpReceiver();
    other.channel(client);
    receiver.then(HttpReceiver.status(503, "Retry-After", "600"));
    String id = held();
    over(id);
    alerts.message(id, "IN_PROGRESS");
    assertThat(count("kind = 'CHANNEL_FAILURE'")).isZero();
    other.close();
  }

  @Test
  void isWithdrawnWhenItsProblemHasEndedUnseen() {
    String id = held();
    over(id);
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (count("id = '%s'".formatted(id)) > 0) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Polling.pause();
    }
    assertThat(receiver.waiting()).isZero();
  }

  @Test
  void sendingItAgainDoesNotWait() {
    open();
    String id = held();
    client.send("POST", "/v1/alert-notifications/" + id + "/resend", null).hasStatus(202);
    alerts.sent(id);
  }
}
