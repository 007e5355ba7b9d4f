package dev.belfry.engine.result.prometheus;

import static dev.belfry.engine.result.HousekeepingFixture.DAY;
import static dev.belfry.engine.result.HousekeepingFixture.HOUR;
import static dev.belfry.engine.result.HousekeepingFixture.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.result.HousekeepingFixture;
import dev.belfry.engine.result.PhaseTime;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
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
    assertThat(before)
        .isEqualTo(
            List.of(
                2L,
                1L,
                1L,
                4L,
                7_028_000L,
                List.of(1L, 2L, 3L, 4L),
                new PhaseTotals(4, 4_000, 8_000, 12_000, 16_000, 2_000)));
    List<LocationTotals> apart = totals(true, MONDAY + 3 * HOUR);
    assertThat(apart)
        .extracting(LocationTotals::phases)
        .containsExactly(
            new PhaseTotals(2, 2_000, 4_000, 6_000, 8_000, 1_000),
            new PhaseTotals(2, 2_000, 4_000, 6_000, 8_000, 1_000));
    for (int hour = 1; hour <= 3; hour++) {
      fixture.watermark(MONDAY + hour * HOUR + 60_000);
      fixture.round(MONDAY + hour * HOUR);
      assertThat(counters(MONDAY + 3 * HOUR)).as("hour %s", hour).isEqualTo(before);
      assertThat(totals(true, MONDAY + 3 * HOUR))
          .extracting(LocationTotals::phases)
          .isEqualTo(apart.stream().map(LocationTotals::phases).toList());
    }
    assertThat(fixture.rows.summedUntil()).isEqualTo(MONDAY + 3 * HOUR);
    fixture.rows.update("DELETE FROM results");
    fixture.rows.update("DELETE FROM result_days");
    assertThat(counters(MONDAY + 30 * DAY)).isEqualTo(before);
  }

  /** Steps of a stored phase are 10 µs below 163.84 ms and 2 ms above. */
  @Test
  void ofPhasesAddUpWhatResultsShow() {
    int west = fixture.series("eu-west-1");
    fixture.rows.add(Run.passed(west, MONDAY + 1, 7_000)).add(Run.passed(west, MONDAY + 2, 7_000));
    short[] stored = {0, 1, 16_383, 16_384, 16_385, Short.MAX_VALUE};
    for (short one : stored) {
      fixture.rows.update("UPDATE results SET first_byte = ?", (int) one);
      assertThat(totals(false, MONDAY + HOUR).get(0).phases().firstByte())
          .isEqualTo(2 * PhaseTime.decode(one));
    }
  }

  @Test
  void ofLatenciesStayWhenResultsAreRolledUpAndDropped() {
    fixture.rows.update("UPDATE checks SET check_type = 'ICMP'");
    int west = fixture.series("eu-west-1");
    pinged(Run.passed(west, MONDAY + 1, 12_000), "{\"min\":10.001,\"max\":15}");
    pinged(Run.passed(west, MONDAY + HOUR, 12_000), "{\"min\":11,\"max\":16.5}");
    pinged(
        Run.passed(west, MONDAY + 2 * HOUR, 0).with(Verdict.FAILED, Reason.NO_REPLY, 0),
        "{\"min\":null,\"max\":null}");
    pinged(
        Run.passed(west, MONDAY + 2 * HOUR + 1, 9)
            .with(Verdict.OBSERVER_FAULT, Reason.OBSERVER_PAUSED, 0),
        "{\"min\":1,\"max\":1}");
    PingTotals before = new PingTotals(2, 21_001, 31_500, 20, 10);
    assertThat(totals(false, MONDAY + 3 * HOUR).get(0).pings())
        .isEqualTo(new PingTotals(2, 21_001, 31_500, 10, 0));
    for (int hour = 1; hour <= 3; hour++) {
      fixture.watermark(MONDAY + hour * HOUR + 60_000);
      fixture.round(MONDAY + hour * HOUR);
      assertThat(totals(false, MONDAY + 2 * HOUR).get(0).pings())
          .as("hour %s", hour)
          .isEqualTo(before);
    }
    fixture.rows.update("DELETE FROM results");
    fixture.rows.update("DELETE FROM result_details");
    assertThat(totals(false, MONDAY + 30 * DAY).get(0).pings())
        .isEqualTo(new PingTotals(2, 21_001, 31_500, 0, 0));
  }

  /** Hours of before the upgrade have no phases, so their runs do not count for averages. */
  @Test
  void ofPhasesBeginWithTheUpgrade() {
    int west = fixture.series("eu-west-1");
    fixture.rows.hour(west, MONDAY - HOUR, 3, 0);
    fixture.rows.add(Run.passed(west, MONDAY + 1, 7_000));
    fixture.watermark(MONDAY + HOUR + 60_000);
    fixture.round(MONDAY + HOUR);
    LocationTotals all = totals(false, MONDAY + HOUR).get(0);
    assertThat(all.answered()).isEqualTo(4);
    assertThat(all.phases()).isEqualTo(new PhaseTotals(1, 1_000, 2_000, 3_000, 4_000, 500));
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

  /** Passed, degraded, failed, answered, microseconds, different counts of buckets, phases. */
  private List<Object> counters(long now) {
    LocationTotals all = totals(false, now).get(0);
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
            .toList(),
        all.phases());
  }

  private List<LocationTotals> totals(boolean byLocation, long now) {
    return measures
        .of(new Measures.Wanted(fixture.account, byLocation, true), now)
        .await()
        .get(0)
        .totals();
  }

  /** Adds a run of ten pings. */
  private void pinged(Run run, String latency) {
    fixture
        .rows
        .add(run)
        .detail(
            run,
            "{\"icmp\":{\"packetsSent\":10,\"packetsReceived\":%d,\"latency\":%s}}"
                .formatted(run.reason() == Reason.NO_REPLY ? 0 : 10, latency));
  }
}
