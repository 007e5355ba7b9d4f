package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Alerts of an account while more channels of others than there are places never answer. */
class SlowChannelsIT {
  private static final int ACCOUNTS = 50;
  private static final int CHANNELS = 40;

  /** Of 896 places; fifty accounts with a share each leave 87. */
  private static final int HELD = 750;

  @Test
  void anAlertOfAnotherAccountIsDeliveredWhileTheyAreHeld() throws IOException {
    try (SilentReceiver silence = new SilentReceiver(2_000);
        HttpReceiver receiver = new HttpReceiver();
        TestApp app = TestApp.start(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true"))) {
      ApiClient client = app.as(app.newTenant());
      String channel = receiver.channel(client);
      String test = "/v1/alert-channels/" + channel + "/test";
      client.send("POST", test, null).hasStatus(202);
      receiver.take();
      for (int i = 0; i < ACCOUNTS; i++) {
        alert(app, silence.port(), CHANNELS);
      }
      silence.awaitOpen(HELD);
      for (int i = 0; i < 3; i++) {
        long asked = System.nanoTime();
        client.send("POST", test, null).hasStatus(202);
        receiver.take();
        assertThat(Duration.ofNanos(System.nanoTime() - asked))
            .as("half of the time after which a silent channel gives its place back")
            .isLessThan(Duration.ofSeconds(5));
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
