package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TextGateway;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Messages to persons where text messages are the only way: no mail server, no https. */
class MemberTextOnlyIT {
  private static final TextGateway GATEWAY = new TextGateway();
  private static final TestApp APP =
      TestApp.start(Map.of("BELFRY_SMS_URL", GATEWAY.url(), "BELFRY_PERSONS_SMS", "+4915"));

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final SignedIn grace = new People(APP).join(acme, Role.VIEWER);
  private final AlertSample alerts = new AlertSample(APP, acme);

  @AfterAll
  static void stop() {
    APP.close();
    GATEWAY.close();
  }

  private String channel(String number) {
    APP.database()
        .execute(
            """
            INSERT INTO person_phones (user_id, number, use, confirmed_at)
            VALUES ('%s', '%s', 'FALLBACK', now())"""
                .formatted(grace.id(), number));
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}".formatted(grace.id()))
        .hasStatus(201)
        .id();
  }

  @Test
  void theGatewayIsAskedAgainForWantOfAnotherWay() {
    String message =
        alerts.raise(
            alerts.check(),
            channel("+4915100000001"),
            UUID.randomUUID(),
            "ALERT_FAILURE",
            1_000,
            60_000);
    String due = "UPDATE deliveries SET due_ms = epoch_millis()%s WHERE id = '%s'";
    GATEWAY.answer(503, "later");
    APP.database().execute(due.formatted(", attempts = " + MemberSender.PATIENCE, message));
    GATEWAY.take();
    Polling.until(
        "waits",
        () ->
            APP.database()
                    .count(
                        """
                        SELECT count(*) FROM deliveries
                        WHERE id = '%s' AND state = 'PENDING' AND status = 503"""
                            .formatted(message))
                == 1);
    APP.database().execute(due.formatted("", message));
    assertThat(alerts.sent(message).path("attempts").asInt()).isEqualTo(MemberSender.PATIENCE + 2);
  }

  @Test
  void withoutAWayTheReasonSaysWhatToDo() {
    String channel = channel("+4915100000002");
    GATEWAY.answer(410, "stopped");
    alerts.test(channel);
    Polling.until(
        "dead", () -> client.get("/v1/alert-channels/" + channel).at("/health/dead").asInt() > 0);
    assertThat(client.get("/v1/alert-channels/" + channel).at("/health/lastError").asText())
        .contains(
            "has no device; by text message: HTTP 410",
            "BELFRY_SMTP_URL",
            "register a device or a phone number on the profile page");
  }
}
