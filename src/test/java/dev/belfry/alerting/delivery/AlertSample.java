package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/** Raises alerts for channels of an account, and tells what became of the messages. */
final class AlertSample {
  private final TestApp app;
  private final Tenant tenant;
  private final ApiClient client;

  AlertSample(TestApp app, Tenant tenant) {
    this.app = app;
    this.tenant = tenant;
    this.client = app.as(tenant);
  }

  /** A check that never runs. */
  UUID check() {
    String body = "{\"name\":\"Shop\",\"activated\":false,\"request\":{\"url\":\"https://e.org\"}}";
    return UUID.fromString(client.post("/v1/checks/url", body).hasStatus(201).id());
  }

  /** Sends a test message; returns its id. */
  String test(String channel) {
    return client.send("POST", "/v1/alert-channels/" + channel + "/test", null).hasStatus(202).id();
  }

  /** Raises an alert whose message is due at once; returns the id of the message. */
  String raise(UUID check, String channel, UUID episode, String type, long decided) {
    return raise(check, channel, episode, type, decided, 0);
  }

  /**
   * Raises an alert; returns the id of the message.
   *
   * @param decided when, milliseconds since 1970
   * @param due in how many milliseconds the message is due
   */
  String raise(UUID check, String channel, UUID episode, String type, long decided, long due) {
    UUID alert = UUID.randomUUID();
    UUID id = UUID.randomUUID();
    run(
        """
        INSERT INTO alerts (id, account_id, check_id, episode, type, decided_ms, context)
        VALUES (?, ?, ?, ?, ?, ?, jsonb_build_object('ALERT_TITLE', 'Shop', 'ALERT_TYPE', ?))""",
        alert,
        tenant.account(),
        check,
        episode,
        type,
        decided,
        type);
    run(
        """
        INSERT INTO deliveries (id, account_id, kind, lane, alert_id, channel_id, due_ms)
        VALUES (?, ?, 'ALERT', 'channel:' || ?, ?, ?, epoch_millis() + ?)""",
        id,
        tenant.account(),
        channel,
        alert,
        Long.valueOf(channel),
        due);
    return id.toString();
  }

  /** Has a message attempted until there were so many attempts, without pauses between them. */
  private void hurry(String message, int attempts) {
    String made = "SELECT attempts FROM deliveries WHERE id = '%s'".formatted(message);
    Polling.until(
        attempts + " attempts",
        () -> {
          run("UPDATE deliveries SET due_ms = 0 WHERE id = ?", UUID.fromString(message));
          return app.database().count(made) >= attempts;
        });
  }

  /**
   * Has a recovery wait for its alert longer than devices are waited for, then the alert sent, and
   * the recovery after it.
   *
   * @param attempts of the alert until it is sent
   */
  void sentLate(String alert, int attempts, String recovery) {
    hurry(recovery, MemberSender.PATIENCE + 1);
    hurry(alert, attempts);
    sent(alert);
    hurry(recovery, MemberSender.PATIENCE + 2);
    sent(recovery);
  }

  /** Puts off the next attempt of a message that has failed once. */
  void postpone(String message) {
    Polling.until(
        "the first attempt has failed",
        () ->
            app.database()
                    .count(
                        """
                        WITH later AS (
                          UPDATE deliveries SET due_ms = epoch_millis() + 600000
                          WHERE id = '%s' AND attempts = 1 AND receipt IS NOT NULL RETURNING 1)
                        SELECT count(*) FROM later"""
                            .formatted(message))
                == 1);
  }

  private void run(String sql, Object... values) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** A message that the receiver has, 20 seconds from now at the latest. */
  JsonNode sent(String id) {
    return message(id, "SUCCESS");
  }

  /** A message that a receiver has answered, once it has a status, in 20 seconds at the latest. */
  JsonNode message(String id, String status) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    JsonNode last = null;
    while (System.nanoTime() < deadline) {
      for (JsonNode one : client.get("/v1/alert-notifications?limit=100").json()) {
        if (one.path("id").asText().equals(id)) {
          last = one;
          if (one.path("status").asText().equals(status) && one.path("statusCode").asInt() > 0) {
            return one;
          }
        }
      }
      Polling.pause();
    }
    throw new AssertionError("not " + status + ": " + last);
  }
}
