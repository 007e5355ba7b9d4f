package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alerts of an account while more channels of others than there are places never answer. */
class SlowChannelsIT {
  @ParameterizedTest
  @CsvSource({"2,1000,500", "50,40,750"})
  void anAlertOfAnotherAccountIsDeliveredWithinASecond(int accounts, int channels, int held)
      throws IOException {
    try (SilentReceiver silence = new SilentReceiver(2_000);
        HttpReceiver receiver = new HttpReceiver();
        TestApp app = TestApp.start(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true"))) {
      ApiClient client = app.as(app.newTenant());
      String channel =
          client
              .post(
                  "/v1/alert-channels",
                  "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"" + receiver.url() + "\"}}")
              .hasStatus(201)
              .id();
      String test = "/v1/alert-channels/" + channel + "/test";
      client.send("POST", test, null).hasStatus(202);
      receiver.take();
      for (int i = 0; i < accounts; i++) {
        alert(app, silence.port(), channels);
      }
      silence.awaitOpen(held);
      for (int i = 0; i < 3; i++) {
        long asked = System.nanoTime();
        client.send("POST", test, null).hasStatus(202);
        receiver.take();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(1));
      }
    }
  }

  /** Two messages for each of many channels of a new account. */
  private static void alert(TestApp app, int port, int channels) {
    UUID account = app.newTenant().account();
    app.database()
        .execute(
            """
            WITH made AS (
              INSERT INTO alert_channels (account_id, type, config, settings, created_at)
              SELECT '%s', 'WEBHOOK', '{"url":"http://127.0.0.1:%d/"}',
                (SELECT settings FROM alert_channels LIMIT 1), now()
              FROM generate_series(1, %d) RETURNING id)
            INSERT INTO deliveries (id, account_id, kind, lane, channel_id)
            SELECT gen_random_uuid(), '%s', 'TEST', 'channel:' || id, id
            FROM made, generate_series(1, 2)"""
                .formatted(account, port, channels, account));
    app.database().execute("NOTIFY belfry_deliveries");
  }
}
