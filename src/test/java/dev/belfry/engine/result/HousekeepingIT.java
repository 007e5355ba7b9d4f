package dev.belfry.engine.result;

import static dev.belfry.engine.result.HousekeepingFixture.DAY;
import static dev.belfry.engine.result.HousekeepingFixture.HOUR;
import static dev.belfry.engine.result.HousekeepingFixture.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ResultRows.Run;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Partitions, packing and what goes. */
class HousekeepingIT {
  private final HousekeepingFixture stage = new HousekeepingFixture();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void makesPartitionsAheadAndDropsWhatIsOlderThanTheRetention() {
    int series = stage.series("eu-west-1");
    for (int day = -5; day <= 0; day++) {
      Run run = Run.failed(series, MONDAY + day * DAY);
      stage.rows.add(run).detail(run, "{}");
    }
    stage.round(MONDAY);
    assertThat(stage.days("results"))
        .containsAll(List.of(-3, -2, -1, 0, 1, 2, 3))
        .doesNotContain(-4, -5);
    assertThat(stage.days("result_details")).contains(-3).doesNotContain(-4, -5);
    assertThat(stage.count("results")).isEqualTo(4);
  }

  /** What has not been summed up yet is not dropped, however old it is. */
  @Test
  void keepsOldResultsUntilTheyAreSummedUp() {
    stage.progress(MONDAY - 5 * DAY);
    int series = stage.series("eu-west-1");
    stage.rows.add(Run.passed(series, MONDAY - 5 * DAY, 1));
    stage.watermark(MONDAY - 5 * DAY + 5 * HOUR);
    stage.round(MONDAY);
    assertThat(stage.days("results")).contains(-5);
    stage.watermark(MONDAY);
    stage.round(MONDAY);
    assertThat(stage.days("results")).doesNotContain(-5);
    assertThat(stage.count("result_hours")).isEqualTo(1);
  }

  @Test
  void packsDaysThatAreOver() {
    int series = stage.series("eu-west-1");
    stage.rows.add(Run.passed(series, MONDAY, 1));
    stage.rows.update(
        """
        INSERT INTO results SELECT ? + i * 60000, s, 1, 1, 0, 0, 0, 200, 0, 0, 0, 0, 0
        FROM generate_series(1, 1400) AS i, generate_series(1000, 1030) AS s ORDER BY i""",
        MONDAY);
    long before = stage.rows.number("SELECT pg_relation_size('results_20260302_pkey')");
    stage.watermark(MONDAY + 25 * HOUR + 60_000);
    stage.round(MONDAY + 26 * HOUR);
    assertThat(stage.rows.number("SELECT packed_day FROM result_progress"))
        .isEqualTo(MONDAY / DAY + 1);
    assertThat(stage.rows.number("SELECT pg_relation_size('results_20260302_pkey')"))
        .isLessThan(before);
    stage.round(MONDAY);
  }

  @Test
  void forgetsWhatFiguresNoLongerReferTo() {
    int series = stage.series("eu-west-1");
    long old = MONDAY - 401 * DAY;
    stage.rows.hour(series, old - 31 * DAY, 1, 0).hour(series, MONDAY - 399 * DAY, 1, 0);
    stage.rows.day(series, (int) (old / DAY), 1, 0).day(series, (int) (MONDAY / DAY) - 399, 1, 0);
    stage.rows.update("DELETE FROM schedules");
    stage.rows.update(
        "INSERT INTO schedules VALUES (?, 1, ?, 1, 0), (?, 2, NULL, 1, 0)", series, old, series);
    stage.rows.update(
        "INSERT INTO instances (name, locations, fenced_at) VALUES ('x', '{}', ?), ('y', '{}',"
            + " NULL)",
        old);
    stage.round(MONDAY);
    assertThat(stage.count("result_hours")).isEqualTo(1);
    assertThat(stage.count("result_days")).isEqualTo(1);
    assertThat(stage.count("schedules")).isEqualTo(1);
    assertThat(stage.count("instances")).isEqualTo(1);
  }

  @Test
  void leavesTheWorkToAnotherThatIsAtIt() {
    assertThat(stage.store.lock().await()).isTrue();
    stage.rows.update("DROP TABLE IF EXISTS results_20260303");
    stage.round(MONDAY);
    assertThat(stage.days("results")).doesNotContain(1);
    stage.store.unlock().await();
    stage.round(MONDAY);
    assertThat(stage.days("results")).contains(1);
  }
}
