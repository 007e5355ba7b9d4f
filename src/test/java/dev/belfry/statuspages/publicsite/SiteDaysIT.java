package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.ResultRows;
import dev.belfry.testing.ResultRows.Run;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The days of a service on a status page, from sums and from results that are not summed up. */
class SiteDaysIT {
  private static final long HOUR = 3_600_000;
  private static final long MINUTE = 60_000;
  private static final long MONDAY = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
  private static final int FIRST = (int) (MONDAY / (24 * HOUR));

  private final TestDatabase database = TestDatabase.createMigrated();
  private final ResultRows rows = new ResultRows(database);
  private final Vertx vertx = Vertx.vertx();
  private final SiteStore store =
      new SiteStore(
          new Database(
              vertx,
              database.address(),
              TestApp.config(database.address(), Map.of()).database(),
              2));
  private final UUID account = UUID.randomUUID();
  private final UUID shop = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();

  @BeforeEach
  void fill() {
    rows.update(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'A', '{}', now())",
        account);
    for (UUID service : List.of(shop, other)) {
      rows.update(
          "INSERT INTO services (id, account_id, name, created_at) VALUES (?, ?, 'S', now())",
          service,
          account);
    }
  }

  @AfterEach
  void close() {
    vertx.close().await();
    database.close();
  }

  private int series(UUID service, String location, long period) {
    UUID check = UUID.randomUUID();
    rows.update(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        VALUES (?, ?, 'URL', jsonb_build_object('activated', false, 'name', 'x',
          'triggerIncident', jsonb_build_object('serviceId', ?::text)), now())""",
        check,
        account,
        service.toString());
    int series = rows.series(check.toString(), location);
    rows.update(
        "INSERT INTO schedules (series_id, from_ms, period_ms, phase_ms) VALUES (?, 0, ?, 0)",
        series,
        period);
    return series;
  }

  @Test
  void sumsEachDayOfEachServiceOnce() {
    int home = series(shop, "eu-west-1", MINUTE);
    int pay = series(shop, "us-east-1", MINUTE);
    int foreign = series(other, "eu-west-1", MINUTE);
    rows.day(home, FIRST - 1, 1_000, 1_000)
        .day(home, FIRST, 1_430, 10)
        .day(pay, FIRST, 1_440, 0)
        .day(foreign, FIRST, 0, 7)
        .day(home, FIRST + 1, 1_440, 0)
        .day(home, FIRST + 2, 60, 0);
    long summed = MONDAY + 49 * HOUR;
    rows.update("UPDATE result_progress SET hour = ?, next_series = 0", summed);
    rows.add(Run.failed(home, summed - MINUTE))
        .add(Run.failed(home, summed))
        .add(Run.failed(home, summed).attempt(1))
        .add(Run.passed(home, summed + MINUTE, 100_000));

    long now = summed + 2 * MINUTE;
    assertThat(store.days(List.of(shop), FIRST, FIRST + 2, now).await())
        .containsExactlyInAnyOrder(
            new SiteStore.Sum(shop, FIRST, 2_870, 10, 10 * MINUTE / 2),
            new SiteStore.Sum(shop, FIRST + 1, 1_440, 0, 0),
            new SiteStore.Sum(shop, FIRST + 2, 61, 1, MINUTE));
    assertThat(store.days(List.of(shop, other), FIRST, FIRST, now).await())
        .extracting(SiteStore.Sum::service)
        .containsExactlyInAnyOrder(shop, other);
    assertThat(store.days(List.of(UUID.randomUUID()), FIRST, FIRST + 2, now).await()).isEmpty();
  }

  @Test
  void readsNoResultTwiceWhileAnHourIsBeingSummedUp() {
    int done = series(shop, "eu-west-1", MINUTE);
    int waiting = series(shop, "us-east-1", MINUTE);
    rows.update("UPDATE result_progress SET hour = ?, next_series = ?", MONDAY, done + 1);
    rows.day(done, FIRST, 0, 1)
        .add(Run.failed(done, MONDAY + MINUTE))
        .add(Run.failed(waiting, MONDAY + MINUTE));

    assertThat(store.days(List.of(shop), FIRST, FIRST, MONDAY + HOUR).await())
        .containsExactly(new SiteStore.Sum(shop, FIRST, 0, 2, MINUTE));
  }

  /** On a cluster a roll-up is on the workers before readers may take it. */
  @Test
  void readsNoResultTwiceThatTheSumsOfTheDayHoldTooEarly() {
    int home = series(shop, "eu-west-1", MINUTE);
    rows.update("UPDATE result_progress SET hour = ?, next_series = 0", MONDAY + HOUR);
    rows.hour(home, MONDAY, 50, 1)
        .hour(home, MONDAY + HOUR, 0, 1)
        .add(Run.failed(home, MONDAY + HOUR + MINUTE));
    rows.update("UPDATE result_days SET until_ms = ?", MONDAY + 2 * HOUR);

    assertThat(store.days(List.of(shop), FIRST, FIRST, MONDAY + 2 * HOUR).await())
        .containsExactly(new SiteStore.Sum(shop, FIRST, 50, 2, 2 * MINUTE));
  }
}
