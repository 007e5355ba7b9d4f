package dev.belfry.engine.result.prometheus;

import static dev.belfry.engine.result.HousekeepingFixture.DAY;
import static dev.belfry.engine.result.HousekeepingFixture.HOUR;
import static dev.belfry.engine.result.HousekeepingFixture.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.result.HousekeepingFixture;
import dev.belfry.testing.ResultRows.Run;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Counters while results are rolled up and dropped. */
class CountersIT {
  private final HousekeepingFixture fixture = new HousekeepingFixture();
  private final Measures measures = new Measures(fixture.openDatabase());

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void stayWhenResultsAreRolledUpAndDropped() {
    int west = fixture.series("eu-west-1");
    int east = fixture.series("us-east-1");
    fixture
        .rows
        .add(Run.passed(west, MONDAY + 1, 7_000))
        .add(Run.failed(west, MONDAY + 2))
        .add(Run.failed(west, MONDAY + 2).attempt(1))
        .add(Run.degraded(east, MONDAY + HOUR + 1, 7_000_000))
        .add(Run.passed(east, MONDAY + 2 * HOUR, 1_000));
    List<Object> before = counters(MONDAY + 3 * HOUR);
    assertThat(before).isEqualTo(List.of(2L, 1L, 1L, 4L, 7_028_000L, List.of(1L, 2L, 3L, 4L)));
    for (int hour = 1; hour <= 3; hour++) {
      fixture.watermark(MONDAY + hour * HOUR + 60_000);
      fixture.round(MONDAY + hour * HOUR);
      assertThat(counters(MONDAY + 3 * HOUR)).as("hour %s", hour).isEqualTo(before);
    }
    assertThat(fixture.rows.summedUntil()).isEqualTo(MONDAY + 3 * HOUR);
    fixture.rows.update("DELETE FROM results");
    fixture.rows.update("DELETE FROM result_days");
    assertThat(counters(MONDAY + 30 * DAY)).isEqualTo(before);
  }

  @Test
  void endWithTheirCheck() {
    int west = fixture.series("eu-west-1");
    fixture.rows.add(Run.passed(west, MONDAY + 1, 7_000));
    fixture.watermark(MONDAY + HOUR + 60_000);
    fixture.round(MONDAY + HOUR);
    assertThat(fixture.rows.number("SELECT count(*) FROM result_totals")).isEqualTo(1);
    fixture.rows.update("DELETE FROM checks");
    assertThat(fixture.rows.number("SELECT count(*) FROM result_totals")).isZero();
  }

  /** Passed, degraded, failed, answered, microseconds, and different counts of the buckets. */
  private List<Object> counters(long now) {
    LocationTotals all =
        measures
            .of(new Measures.Wanted(fixture.account, false, true), now)
            .await()
            .get(0)
            .totals()
            .get(0);
    return List.of(
        all.passed(),
        all.degraded(),
        all.failed(),
        all.answered(),
        all.responseMicros(),
        IntStream.range(0, Buckets.size())
            .mapToObj(all.buckets()::within)
            .filter(count -> count > 0)
            .distinct()
            .toList());
  }
}
