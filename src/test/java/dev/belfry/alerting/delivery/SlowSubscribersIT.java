package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Alerts while a thousand webhooks of subscribers accept connections and never answer. */
class SlowSubscribersIT {
  private static final int HOOKS = 1_000;

  @Test
  void anAlertIsDeliveredWithinSeconds() throws IOException {
    Map<String, String> environment =
        Map.of(
            "BELFRY_ALLOW_PRIVATE_TARGETS", "true",
            "BELFRY_SUBSCRIBERS_ALLOW_PRIVATE_TARGETS", "true");
    try (SilentReceiver silence = new SilentReceiver(HOOKS);
        HttpReceiver receiver = new HttpReceiver();
        TestApp app = TestApp.start(environment)) {
      ApiClient client = app.as(app.newTenant());
      String channel = receiver.channel(client);
      subscribe(app, silence.port());
      silence.awaitOpen(400);
      for (int i = 0; i < 3; i++) {
        long asked = System.nanoTime();
        client.send("POST", "/v1/alert-channels/" + channel + "/test", null).hasStatus(202);
        receiver.take();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(5));
      }
    }
  }

  /** Webhooks of a page, each in a lane as if it were at a host of its own, with a message due. */
  private static void subscribe(TestApp app, int port) {
    ApiClient owner = app.as(app.newTenant());
    String service =
        owner.post(PageFixture.PAGES + "/services", "{\"name\":\"Web\"}").hasStatus(201).id();
    String page =
        owner
            .post(PageFixture.PAGES, PageFixture.body("slow", PageFixture.card("Shop", service)))
            .hasStatus(201)
            .id();
    String incident =
        """
        {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
         "incidentUpdates":[{"description":"Looking"}]}"""
            .formatted(service);
    String update =
        owner
            .post(PageFixture.PAGES + "/incidents", incident)
            .hasStatus(201)
            .at("/incidentUpdates/0/id")
            .asText();
    app.database()
        .execute(
            """
            WITH subscribed AS (
              INSERT INTO status_page_subscriptions
                (id, account_id, page_id, type, address, status, created_at, updated_at)
              SELECT gen_random_uuid(), p.account_id, p.id, 'WEBHOOK',
                'http://127.0.0.1:%d/' || n, 'VERIFIED', now(), now()
              FROM status_pages p, generate_series(1, %d) n WHERE p.id = '%s' RETURNING *)
            INSERT INTO deliveries (id, account_id, kind, lane, update_id, subscription_id)
            SELECT gen_random_uuid(), account_id, 'UPDATE', 'hook:' || id, '%s', id
            FROM subscribed"""
                .formatted(port, HOOKS, page, update));
  }
}
