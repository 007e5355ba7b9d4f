package dev.belfry.engine.result;

import static java.util.Objects.requireNonNull;

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

/** A database of its own with one paused monitor, and its housekeeping, at a time of the past. */
public final class HousekeepingFixture implements AutoCloseable {
  public static final long HOUR = TimeRange.HOUR;
  public static final long DAY = TimeRange.DAY;
  public static final long MONDAY = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();

  public final UUID account = UUID.randomUUID();
  final UUID check = UUID.randomUUID();
  final TestDatabase database = TestDatabase.createMigrated();
  public final ResultRows rows = new ResultRows(database);
  final Vertx vertx = Vertx.vertx();
  final Config config =
      TestApp.config(database.address(), Map.of("BELFRY_RESULTS_RETENTION", "3d"));
  final HousekeepingStore store = new HousekeepingStore(openDatabase());

  public HousekeepingFixture() {
    rows.update(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'A', '{}', now())",
        account);
    rows.update(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        VALUES (?, ?, 'URL', '{"activated":false,"name":"x"}', now())""",
        check,
        account);
    progress(MONDAY);
  }

  public Database openDatabase() {
    return new Database(vertx, database.address(), config.database(), 2);
  }

  /** One round of housekeeping at a time, milliseconds since 1970. */
  public void round(long now) {
    Housekeeping housekeeping =
        new Housekeeping(
            vertx,
            requireNonNull(config.database().address()),
            config,
            () -> Instant.ofEpochMilli(now),
            List.of());
    housekeeping.round().await();
    housekeeping.stop().await();
  }

  /** The series of the monitor at a location, and its shard. */
  public int series(String location) {
    int series = rows.series(check.toString(), location);
    rows.update(
        """
        INSERT INTO shards (location, shard, watermark) VALUES (?, shard_of(?), ?)
        ON CONFLICT DO NOTHING""",
        location,
        check,
        MONDAY);
    return series;
  }

  public void watermark(long at) {
    rows.update("UPDATE shards SET watermark = ?", at);
  }

  void progress(long hour) {
    rows.update("UPDATE result_progress SET hour = ?, packed_day = ?", hour, (int) (hour / DAY));
  }

  long count(String table) {
    return rows.number("SELECT count(*) FROM " + table);
  }

  /** The days that a table has a partition for, counted from the Monday. */
  List<Integer> days(String table) {
    return store.partitions(table).await().stream()
        .map(partition -> partition.day() - (int) (MONDAY / DAY))
        .toList();
  }

  @Override
  public void close() {
    vertx.close().await();
    database.close();
  }
}
