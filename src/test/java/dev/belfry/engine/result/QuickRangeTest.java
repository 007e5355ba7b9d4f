package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link QuickRange} and {@link TimeRange}. */
class QuickRangeTest {
  /** A Wednesday. */
  private static final String NOW = "2026-03-04T12:34:56.789Z";

  @ParameterizedTest
  @CsvSource({
    "last24Hours, 2026-03-03T12:00:00Z, " + NOW,
    "last24Hrs,   2026-03-03T12:00:00Z, " + NOW,
    "last7Days,   2026-02-25T12:00:00Z, " + NOW,
    "last30Days,  2026-02-02T12:00:00Z, " + NOW,
    "last90Days,  2025-12-04T12:00:00Z, " + NOW,
    "thisWeek,    2026-03-02T00:00:00Z, " + NOW,
    "thisMonth,   2026-03-01T00:00:00Z, " + NOW,
    "lastWeek,    2026-02-23T00:00:00Z, 2026-03-02T00:00:00Z",
    "lastMonth,   2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z"
  })
  void isCountedFromNowInUtc(String name, Instant from, Instant to) {
    TimeRange range = QuickRange.of(name).at(millis(NOW));
    assertThat(Instant.ofEpochMilli(range.from())).isEqualTo(from);
    assertThat(Instant.ofEpochMilli(range.to())).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({"2026-03-02T00:00:00Z", "2026-03-08T23:59:59.999Z"})
  void beginsTheWeekOnMonday(String now) {
    assertThat(QuickRange.THIS_WEEK.at(millis(now)).from())
        .isEqualTo(millis("2026-03-02T00:00:00Z"));
  }

  @Test
  void takesInWholeHours() {
    TimeRange past =
        TimeRange.between(
            millis("2026-03-01T10:59:00Z"), millis("2026-03-01T12:01:00Z"), millis(NOW));
    assertThat(past.from()).isEqualTo(millis("2026-03-01T10:00:00Z"));
    assertThat(past.to()).isEqualTo(millis("2026-03-01T13:00:00Z")).isEqualTo(past.until());
    TimeRange open = TimeRange.between(past.from(), millis("2026-03-04T12:10:00Z"), millis(NOW));
    assertThat(open.to()).isEqualTo(millis(NOW)).isLessThan(open.until());
  }

  @ParameterizedTest
  @CsvSource({
    // from, to, whole days or the part of today, hours before, hours of the last day
    "2026-03-01T00:00:00Z, 2026-03-03T00:00:00Z, 2,  0,  0",
    "2026-03-01T22:00:00Z, 2026-03-03T05:00:00Z, 2,  2,  5",
    "2026-03-01T05:00:00Z, 2026-03-01T07:00:00Z, 0,  2,  0",
    "2026-03-01T23:00:00Z, 2026-03-02T01:00:00Z, 1,  1,  1",
    "2026-02-01T00:00:00Z, 2026-03-04T12:34:00Z, 32, 0, 13"
  })
  void isMadeOfDaysAndTheHoursAroundThem(
      String from, String to, int days, int before, int hoursOfLastDay) {
    TimeRange range = TimeRange.between(millis(from), millis(to), millis(NOW));
    assertThat(range.days()).hasSize(days);
    assertThat(range.hoursBeforeDays()).hasSize(before);
    assertThat(range.hoursOfLastDay()).hasSize(hoursOfLastDay);
  }

  @Test
  void prefersTimesToThePreset() {
    List<Violation> violations = new ArrayList<>();
    long now = millis(NOW);
    assertThat(TimeRange.of(null, null, QuickRange.LAST_WEEK, now, TimeRange.HOUR, violations))
        .isEqualTo(QuickRange.LAST_WEEK.at(now));
    assertThat(
            TimeRange.of(now - 5, null, QuickRange.LAST_WEEK, now, TimeRange.HOUR, violations).to())
        .isEqualTo(now);
    long end = millis("2026-03-01T12:00:00Z");
    assertThat(
            TimeRange.of(null, end, QuickRange.LAST_WEEK, now, TimeRange.HOUR, violations).from())
        .isEqualTo(end - TimeRange.DAY);
    assertThat(violations).isEmpty();
    TimeRange.of(now, now, QuickRange.LAST_WEEK, now, TimeRange.HOUR, violations);
    TimeRange.of(
        now - 401 * TimeRange.DAY, now, QuickRange.LAST_WEEK, now, TimeRange.HOUR, violations);
    assertThat(violations).hasSize(2).allMatch(violation -> violation.path().equals("/from"));
  }

  @Test
  void takesInWholeStepsBelowAnHour() {
    List<Violation> violations = new ArrayList<>();
    TimeRange range =
        TimeRange.of(
            millis("2026-03-04T11:34:56Z"),
            null,
            QuickRange.LAST_24_HOURS,
            millis(NOW),
            TimeRange.HOUR / 60,
            violations);
    assertThat(range.from()).isEqualTo(millis("2026-03-04T11:34:00Z"));
    assertThat(range.to()).isEqualTo(millis(NOW));
    assertThat(violations).isEmpty();
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }
}
