package dev.belfry.platform.outbox;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The queue on a real database, and what lies in it. */
abstract class OutboxFixture {
  static final DeliveryResult DELIVERED = new DeliveryResult(Outcome.DELIVERED, 200, "OK\0", null);
  static final DeliveryResult BUSY = new DeliveryResult(Outcome.RETRY, 503, "busy", null);
  static final ClaimLimits ROOM = limits(10, 10, 10, 3, 1_024, Map.of(), Map.of());

  final TestDatabase files = TestDatabase.createMigrated();
  final Vertx vertx = Vertx.vertx();
  final Database database =
      new Database(vertx, files.address(), TestApp.config(files.address(), Map.of()).database(), 4);
  final PgOutbox outbox = new PgOutbox(database);
  final UUID account = UUID.randomUUID();

  @BeforeEach
  void own() throws SQLException {
    run(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'Acme', '{}',"
            + " now())",
        account);
  }

  @AfterEach
  void close() {
    sync(database.close());
    sync(vertx.close());
    files.close();
  }

  void run(String sql, Object... values) throws SQLException {
    try (Connection connection = files.jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    }
  }

  void add(String lane, int count) throws SQLException {
    add(account, lane, count);
  }

  /** Messages to subscribers, for they have no channel. */
  void add(UUID owner, String lane, int count) throws SQLException {
    run(
"""
INSERT INTO deliveries (id, account_id, kind, lane)
SELECT gen_random_uuid(), ?, 'UPDATE', ? || CASE WHEN right(?, 1) = ':' THEN n::text ELSE '' END
FROM generate_series(1, ?) n\
""",
        owner,
        lane,
        lane,
        count);
  }

  void alert(int count) throws SQLException {
    alert(account, count);
  }

  /** Messages to channels, each of which has a lane of its own. */
  void alert(UUID owner, int count) throws SQLException {
    run(
        """
        WITH made AS (
          INSERT INTO alert_channels (account_id, type, config, settings, created_at)
          SELECT ?, 'WEBHOOK', '{}', '{}', now() FROM generate_series(1, ?) RETURNING id)
        INSERT INTO deliveries (id, account_id, kind, lane, channel_id)
        SELECT gen_random_uuid(), ?, 'TEST', 'channel:' || id, id FROM made""",
        owner,
        count,
        owner);
  }

  /** Limits with so many places that an account's share matters only to the last two. */
  static ClaimLimits limits(
      int total,
      int channels,
      int subscribers,
      int perLane,
      int perAccount,
      Map<String, Integer> lanes,
      Map<UUID, ClaimLimits.Taken> accounts) {
    return new ClaimLimits(total, channels, subscribers, perLane, perAccount, 1, lanes, accounts);
  }

  UUID another() throws SQLException {
    UUID other = UUID.randomUUID();
    run(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'B', '{}', now())",
        other);
    return other;
  }

  <T> T sync(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
