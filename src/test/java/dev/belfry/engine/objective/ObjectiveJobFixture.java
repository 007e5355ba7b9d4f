package dev.belfry.engine.objective;

import dev.belfry.app.TestApp;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A database of its own with an account, and the job of objectives at a time of the past. */
final class ObjectiveJobFixture implements AutoCloseable {
  static final long MONDAY = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
  static final long HOUR = 3_600_000;
  static final long DAY = 24 * HOUR;

  final UUID account = UUID.randomUUID();
  final TestDatabase database = TestDatabase.createMigrated();
  final ResultRows rows = new ResultRows(database);
  private final Vertx vertx = Vertx.vertx();
  private final Config config = TestApp.config(database.address(), Map.of());
  private final Database opened = new Database(vertx, database.address(), config.database(), 2);
  private long now = MONDAY;
  private long tick;
  private final ObjectiveJob job =
      new ObjectiveJob(vertx, database.address(), config, () -> Instant.ofEpochMilli(now += tick));

  ObjectiveJobFixture() {
    rows.update(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'A', '{}', now())",
        account);
    rows.update(
        "UPDATE result_progress SET hour = ?, packed_day = ?", MONDAY, (int) (MONDAY / DAY));
  }

  Database opened() {
    return opened;
  }

  /** A paused monitor. */
  UUID check() {
    UUID check = UUID.randomUUID();
    rows.update(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        VALUES (?, ?, 'URL', '{"activated":false,"name":"x"}', now())""",
        check,
        account);
    return check;
  }

  /** An objective of 99 % in seven days. */
  long objective(UUID check) {
    return rows.number(
        """
        INSERT INTO objectives
          (account_id, name, check_id, target, window_days, subscriptions, created_at)
        VALUES (?, 'Works', ?, 99, 7, '[]', now()) RETURNING id""",
        account,
        check);
  }

  /** One round of the job at a time. */
  void round(long at) {
    now = at;
    job.round().await();
  }

  /** One round of the job that begins at a time; a millisecond passes at each look at the clock. */
  void tickingRound(long at) {
    tick = 1;
    round(at);
    tick = 0;
  }

  List<ObjectiveGauge> gauges() {
    return new ObjectiveGauges(opened).all(account).await();
  }

  @Override
  public void close() {
    job.stop().await();
    vertx.close().await();
    database.close();
  }
}
