package dev.belfry.engine.result;

import static dev.belfry.engine.result.HousekeepingFixture.DAY;
import static dev.belfry.engine.result.HousekeepingFixture.HOUR;
import static dev.belfry.engine.result.HousekeepingFixture.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.result.analytics.AnalyticsStore;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ResultRows.Run;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sums of hours and days, and figures read from them while they are made. */
class RollUpIT {
  private final HousekeepingFixture fixture = new HousekeepingFixture();
  private final AnalyticsStore figures = new AnalyticsStore(fixture.openDatabase());

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void sumsUpAnHourOnceItIsOverForAllShards() {
    int west = fixture.series("eu-west-1");
    fixture
        .rows
        .add(Run.passed(west, MONDAY + 1, 100_000))
        .add(Run.passed(west, MONDAY + 2, 300_000).with(Verdict.DEGRADED, Reason.SLOW, 200))
        .add(Run.failed(west, MONDAY + 3))
        .add(Run.failed(west, MONDAY + 3).attempt(1))
        .add(Run.passed(west, MONDAY + 4, 9).with(Verdict.FAILED, Reason.CONNECT_TIMEOUT, 0))
        .add(
            Run.passed(west, MONDAY + 5, 9).with(Verdict.OBSERVER_FAULT, Reason.OBSERVER_PAUSED, 0))
        .add(Run.missed(west, MONDAY + 6, Reason.INSTANCE_LOST))
        .add(Run.passed(west, MONDAY + HOUR, 1));
    fixture.watermark(MONDAY + HOUR + 59_999);
    fixture.round(MONDAY);
    assertThat(fixture.rows.summedUntil()).isEqualTo(MONDAY);
    fixture.watermark(MONDAY + HOUR + 60_000);
    fixture.round(MONDAY);
    fixture.round(MONDAY);
    assertThat(fixture.rows.summedUntil()).isEqualTo(MONDAY + HOUR);
    for (String table : List.of("result_hours", "result_days")) {
      assertThat(
              fixture.rows.number(
                  "SELECT count(*) FROM "
                      + table
                      + """
                       WHERE passed = 1 AND degraded = 1 AND failed = 2 AND faults = 1
                      AND missed = 1 AND answered = 3 AND response_us = 420000
                      AND fastest_us = 20000 AND slowest_us = 300000"""))
          .as(table)
          .isEqualTo(1);
      assertThat(fixture.count(table)).isEqualTo(1);
    }
  }

  /** Each batch is one series, so that the second adds to what the first wrote. */
  @Test
  void addsAnHourUpForTheAccountAndItsGroups() {
    fixture.rows.update(
        "INSERT INTO check_groups (account_id, settings, created_at) VALUES (?,"
            + " '{\"name\":\"Shop\"}', now())",
        fixture.account);
    fixture.rows.update("UPDATE checks SET group_id = (SELECT id FROM check_groups)");
    int west = fixture.series("eu-west-1");
    int east = fixture.series("us-east-1");
    fixture
        .rows
        .add(Run.passed(west, MONDAY + 1, 100_000))
        .add(Run.failed(west, MONDAY + 2))
        .add(Run.passed(east, MONDAY + 3, 300_000))
        .add(Run.missed(east, MONDAY + 4, Reason.INSTANCE_LOST));
    fixture.watermark(MONDAY + HOUR + 60_000);
    fixture.store.rollUp(1).await();
    fixture.store.rollUp(1).await();
    assertThat(
            fixture.rows.number(
                """
                SELECT count(*) FROM account_hours WHERE hour = ? AND passed = 2 AND failed = 1
                  AND missed = 1 AND answered = 3 AND response_us = 420000 AND fastest_us = 20000
                  AND slowest_us = 300000 AND length(histogram) = 12
                  AND group_id IN (0, (SELECT id FROM check_groups))""",
                MONDAY))
        .isEqualTo(2);
    fixture.round(MONDAY + 3 * DAY);
    assertThat(fixture.count("account_hours")).isZero();
  }

  /** A bucket of a stored histogram has two bytes. */
  @Test
  void countsMoreResponsesThanABucketHolds() {
    assertThat(
            fixture.rows.number(
                """
                SELECT sum(get_byte(h, i) * 256 + get_byte(h, i + 1)) FROM add_up_histograms(
                    ARRAY(SELECT '\\x00787fff'::bytea FROM generate_series(1, 5))) AS h,
                  generate_series(2, length(h) - 2, 4) AS i"""))
        .isEqualTo(5 * 32_767);
  }

  @Test
  void waitsForARunThatIsRetriedButNotForever() {
    int series = fixture.series("eu-west-1");
    long current = fixture.rows.number("SELECT epoch_millis()") / HOUR * HOUR;
    fixture.progress(current - HOUR);
    fixture.watermark(current + HOUR);
    fixture.rows.update(
        """
        INSERT INTO open_runs (series_id, at, location, shard, attempts, started_ms, due_ms)
        VALUES (?, ?, 'eu-west-1', 0, 1, 0, 0)""",
        series,
        current - 1);
    fixture.round(MONDAY);
    assertThat(fixture.rows.summedUntil()).isEqualTo(current - HOUR);
    fixture.rows.update("UPDATE open_runs SET at = ?", current - 3 * HOUR);
    fixture.round(MONDAY);
    assertThat(fixture.rows.summedUntil()).isEqualTo(current);
  }

  /** Whatever has been summed up so far, a range reads the same; each batch is one series. */
  @Test
  void changesNoFigureByBeingAtIt() {
    Random random = new Random(7);
    long end = MONDAY + 50 * HOUR;
    List<Integer> all =
        List.of(
            fixture.series("eu-west-1"), fixture.series("eu-west-2"), fixture.series("us-east-1"));
    List<Run> runs = new ArrayList<>();
    for (int series : all) {
      for (long at = MONDAY - 3 * HOUR; at < end; at += 1_200_000) {
        runs.add(
            random.nextInt(4) == 0
                ? Run.failed(series, at)
                : Run.passed(series, at, 1 + random.nextInt(2_000_000)));
      }
    }
    fixture.rows.add(runs);
    fixture.progress(MONDAY - 3 * HOUR);
    fixture.watermark(end + 60_000);
    List<TimeRange> ranges = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      long from = MONDAY + (random.nextInt(40) - 3) * HOUR;
      ranges.add(TimeRange.between(from, from + (1 + random.nextInt(30)) * HOUR, end));
    }
    ranges.add(TimeRange.since(MONDAY - 3 * HOUR, end));
    List<String> expected = ranges.stream().map(this::figures).toList();
    assertThat(expected.get(expected.size() - 1)).startsWith(3 * 53 * 3 + " runs");
    fixture.rows.update(
        """
        UPDATE result_progress SET hour = hour + 7200000, settled_hour = hour,
          settled_series = next_series""");
    assertThat(ranges.stream().map(this::figures).toList()).as("not there yet").isEqualTo(expected);
    fixture.rows.update("UPDATE result_progress SET hour = settled_hour");
    settle();
    int batches = 0;
    while (rollUpUnsettled()) {
      if (batches++ % 7 == 0) {
        assertThat(ranges.stream().map(this::figures).toList()).as("unsettled").isEqualTo(expected);
        settle();
        assertThat(ranges.stream().map(this::figures).toList()).isEqualTo(expected);
      }
      settle();
    }
    assertThat(batches).isEqualTo(53 * 4);
    assertThat(ranges.stream().map(this::figures).toList()).isEqualTo(expected);
    fixture.rows.update("TRUNCATE results");
    assertThat(ranges.stream().map(this::figures).toList()).isEqualTo(expected);
  }

  /** Rolls up as on a cluster, where readers must not take the batch yet though some see it. */
  private boolean rollUpUnsettled() {
    long hour = fixture.rows.summedUntil();
    long series = fixture.rows.number("SELECT next_series FROM result_progress");
    boolean more = fixture.store.rollUp(1).await();
    fixture.rows.update(
        "UPDATE result_progress SET settled_hour = ?, settled_series = ?", hour, (int) series);
    return more;
  }

  private void settle() {
    fixture.rows.update("UPDATE result_progress SET settled_hour = NULL, settled_series = NULL");
  }

  /** A worker of a cluster may have stored a roll-up of which the coordinator knows nothing. */
  @Test
  void addsNoHourTwiceToADayThoughItsRollUpIsRepeated() {
    int series = fixture.series("eu-west-1");
    fixture.rows.add(Run.passed(series, MONDAY + 1, 1_000)).add(Run.failed(series, MONDAY + HOUR));
    fixture.watermark(MONDAY + HOUR + 60_000);
    fixture.round(MONDAY);
    fixture.rows.update("DELETE FROM result_totals");
    fixture.rows.update("DELETE FROM account_hours");
    fixture.progress(MONDAY);
    fixture.watermark(MONDAY + 2 * HOUR + 60_000);
    fixture.round(MONDAY);
    for (String table : List.of("result_hours", "result_days", "result_totals", "account_hours")) {
      assertThat(fixture.rows.number("SELECT sum(passed) FROM " + table)).as(table).isEqualTo(1);
      assertThat(fixture.rows.number("SELECT sum(failed) FROM " + table)).as(table).isEqualTo(1);
    }
  }

  @Test
  void sumsUpOnceThoughSeveralAreAtIt() {
    int series = fixture.series("eu-west-1");
    for (int i = 0; i < 30; i++) {
      fixture.rows.add(Run.passed(series, MONDAY + i * HOUR, 1_000));
    }
    fixture.watermark(MONDAY + 31 * HOUR);
    List<Future<Boolean>> tries = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      tries.add(fixture.store.rollUp(1));
      tries.add(new HousekeepingStore(fixture.openDatabase()).rollUp(1));
    }
    Future.join(tries).await();
    fixture.round(MONDAY);
    assertThat(fixture.rows.number("SELECT sum(passed) FROM result_hours")).isEqualTo(30);
    assertThat(fixture.rows.number("SELECT sum(passed) FROM result_days")).isEqualTo(30);
  }

  private String figures(TimeRange range) {
    Aggregate summary = new Aggregate();
    figures.sums(fixture.account, List.of(fixture.check), range).await().forEach(summary::add);
    Aggregate byHour = new Aggregate();
    figures.hours(fixture.account, fixture.check, range).await().forEach(byHour::add);
    assertThat(text(byHour)).isEqualTo(text(summary));
    return text(summary);
  }

  private static String text(Aggregate summary) {
    return "%d runs, %s %% %s ms %s %s %s"
        .formatted(
            summary.runs(),
            summary.availability(),
            summary.sum(),
            summary.percentile(0.5),
            summary.percentile(0.95),
            summary.slowest());
  }
}
