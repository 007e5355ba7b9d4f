package dev.belfry.alerting.alert;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An account with a paused monitor, about which the test raises alerts itself. */
final class AlertHistoryFixture {
  static final long HOUR = 3_600_000;
  static final String HOME = "{\"CHECK_NAME\":\"Home\",\"CHECK_TYPE\":\"URL\"}";

  final TestApp app = TestApp.shared();
  final Tenant acme = app.newTenant();
  final ApiClient client = app.as(acme);
  final String check = monitor();
  final long now = number("SELECT epoch_millis()");

  /** One more paused monitor. */
  String monitor() {
    return client
        .post(
            "/v1/checks/url",
            "{\"name\":\"Home\",\"activated\":false,\"request\":{\"url\":\"https://e.org/\"}}")
        .hasStatus(201)
        .id();
  }

  /** An alert that was decided then; its id. */
  UUID raise(String monitor, long decided, String type, String context) {
    UUID id = UUID.randomUUID();
    number(
        """
        INSERT INTO alerts (id, account_id, check_id, episode, type, series_id, at, scheduled_ms,
          started_ms, failed_ms, decided_ms, context)
        VALUES (?, ?, ?::uuid, ?, ?, 1, ?, ?, ?, ?, ?, ?::jsonb) RETURNING reminder""",
        id,
        acme.account(),
        monitor,
        id,
        type,
        decided - 30,
        decided - 30,
        decided - 20,
        decided - 10,
        decided,
        context);
    return id;
  }

  /** An alert of a problem that goes on, with reminders; its id. */
  UUID open(String monitor) {
    UUID alert = raise(monitor, now, "ALERT_FAILURE", HOME);
    number(
        """
        INSERT INTO alert_states (check_id, account_id, state)
        VALUES (?::uuid, ?, ?::jsonb) RETURNING 1""",
        monitor,
        acme.account(),
        new AlertState(
                NotificationState.expecting(alert).tell(NotificationState.Level.FAILED, false, now),
                Streak.NONE.grow(now),
                Streak.NONE.grow(now),
                OpenSlots.NONE,
                FlapState.NONE,
                null)
            .json());
    return alert;
  }

  /** The stored alert state of a monitor, JSON. */
  String state(String monitor) {
    return text("SELECT state::text FROM alert_states WHERE check_id = ?::uuid", monitor);
  }

  /** A message about an alert. */
  void queue(UUID alert, long created, @Nullable Long sent, @Nullable Long answered) {
    number(
        """
        INSERT INTO deliveries (id, account_id, kind, lane, alert_id, channel_id, state, created_ms,
          due_ms, sent_ms, answered_ms)
        VALUES (gen_random_uuid(), ?, 'ALERT', 'test', ?,
          (SELECT id FROM alert_channels WHERE account_id = ? AND id NOT IN
            (SELECT channel_id FROM deliveries WHERE alert_id = ?) LIMIT 1),
          ?, ?, 9000000000000000, ?, ?) RETURNING attempts""",
        acme.account(),
        alert,
        acme.account(),
        alert,
        answered == null ? "PENDING" : "DELIVERED",
        created,
        sent,
        answered);
  }

  void channels(int count) {
    for (int i = 0; i < count; i++) {
      client
          .post(
              "/v1/alert-channels",
              "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops%d@example.com\"}}".formatted(i))
          .hasStatus(201);
    }
  }

  Access access() {
    return new Access(app, acme);
  }

  long number(String sql, @Nullable Object... parameters) {
    return Long.parseLong(text(sql, parameters));
  }

  private String text(String sql, @Nullable Object... parameters) {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
