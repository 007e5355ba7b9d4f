package dev.belfry.citus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.result.RollUp;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.engine.result.analytics.AnalyticsStore;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.CitusCluster;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Figures while a worker does not have what the coordinator committed. */
@Tag("citus")
class CitusCommitIT {
  private static final long PATIENCE_SECONDS = 120;
  private static final int CHECKS = 40;
  private static final int RUNS = 60;
  private static final long HOUR = TimeUnit.HOURS.toMillis(1);

  @Test
  void everyHourCountsOnceThoughAWorkerDiesBetweenTheTwoPhases() throws IOException {
    Vertx vertx = Vertx.vertx();
    try (TestApp app = TestApp.startOn(CitusCluster.address(), Map.of("BELFRY_LOCATIONS", "all"))) {
      TestDatabase database = app.database();
      Config config = TestApp.config(database.address(), Map.of());
      AnalyticsStore figures =
          new AnalyticsStore(new Database(vertx, database.address(), config.database(), 2));
      Tenant acme = app.newTenant();
      long now = Instant.now().toEpochMilli();
      long hour = now / HOUR * HOUR - 3 * HOUR;
      List<UUID> checks = checks(database, acme, hour);
      List<TimeRange> ranges =
          List.of(TimeRange.between(hour, hour + 2 * HOUR, now), TimeRange.since(hour, now));
      String ours = "(SELECT id FROM series WHERE account_id = '%s')".formatted(acme.account());
      String rolledUp =
          "SELECT count(*) FROM result_hours WHERE hour = %d AND series_id IN %s"
              .formatted(hour, ours);
      String unsettled =
          "SELECT count(*) FROM result_progress WHERE settled_hour = %d".formatted(hour);
      BooleanSupplier even =
          () -> {
            for (TimeRange range : ranges) {
              List<RollUp> sums = new ArrayList<>();
              sums.addAll(figures.sums(acme.account(), checks, range).await());
              assertThat(sums.stream().mapToLong(sum -> sum.counts().failed()).sum())
                  .isEqualTo(CHECKS);
              assertThat(sums.stream().mapToLong(sum -> sum.counts().passed()).sum())
                  .isEqualTo(CHECKS * (RUNS - 1L));
              sums.clear();
              sums.addAll(figures.hours(acme.account(), checks, range).await());
              assertThat(sums.stream().mapToLong(sum -> sum.counts().failed()).sum())
                  .isEqualTo(CHECKS);
            }
            return true;
          };
      try (LinkedWorker worker = new LinkedWorker(database)) {
        worker.link().cutSecondPhasesOf("result_hours");
        database.execute(
            "UPDATE result_progress SET hour = %d, next_series = (SELECT min(id) FROM %s AS s)"
                .formatted(hour, ours));
        await(() -> database.count(unsettled) == 1);
        assertThat(even.getAsBoolean()).isTrue();
        long stored = database.count(rolledUp);
        assertThat(stored).as("hours on the workers").isPositive().isLessThan(CHECKS);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        await(() -> even.getAsBoolean() && System.nanoTime() > end);
        assertThat(database.count(unsettled)).as("still waits for the worker").isEqualTo(1);
        assertThat(database.count(rolledUp)).isEqualTo(stored);
        worker.link().mend();
      }
      database.count("SELECT recover_prepared_transactions()");
      await(
          () ->
              even.getAsBoolean()
                  && database.count("SELECT hour FROM settled_progress") >= hour + 2 * HOUR);
      assertThat(database.count(rolledUp)).isEqualTo(CHECKS);
    } finally {
      vertx.close().await();
    }
  }

  /** Paused monitors with results of an hour, of which one failed. */
  private static List<UUID> checks(TestDatabase database, Tenant tenant, long hour) {
    List<UUID> checks = new ArrayList<>();
    for (int i = 0; i < CHECKS; i++) {
      UUID check = UUID.randomUUID();
      checks.add(check);
      database.execute(
          """
          INSERT INTO checks (id, account_id, check_type, settings, created_at)
          VALUES ('%s', '%s', 'URL', '{"activated":false,"name":"x"}', now())"""
              .formatted(check, tenant.account()));
    }
    database.execute(
        """
        INSERT INTO series (account_id, check_id, location, shard)
        SELECT account_id, id, 'eu-west-1', shard_of(id) FROM checks WHERE account_id = '%s'
        ON CONFLICT DO NOTHING"""
            .formatted(tenant.account()));
    database.execute("SELECT open_shards('{eu-west-1}', epoch_millis())");
    database.execute(
        """
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        SELECT %d + n * 60000, s.id, 1000, 1, 0, CASE WHEN n = 0 THEN 2 ELSE 0 END, 0, 200,
          1, 1, 0, 1, 1
        FROM generate_series(0, %d) AS n CROSS JOIN series s WHERE s.account_id = '%s'"""
            .formatted(hour, RUNS - 1, tenant.account()));
    return checks;
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(end);
      Polling.pause();
    }
  }
}
