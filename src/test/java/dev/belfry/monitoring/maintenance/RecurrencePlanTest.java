package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecurrencePlanTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private static RecurrencePlan plan(
      String starts, String ends, @Nullable RepeatUnit unit, int interval, String zone) {
    return new RecurrencePlan(
        Instant.parse(starts), Instant.parse(ends), unit, interval, null, ZoneId.of(zone));
  }

  private static List<String> times(RecurrencePlan plan, String from, String until) {
    return plan
        .between(Instant.parse(from).toEpochMilli(), Instant.parse(until).toEpochMilli())
        .stream()
        .map(
            interval ->
                Instant.ofEpochMilli(interval.starts())
                    + "/"
                    + Instant.ofEpochMilli(interval.ends()))
        .toList();
  }

  @DisplayName("What repeats keeps its time of day over a change of the clocks")
  @Test
  void followsTheClockOnTheWall() {
    RecurrencePlan weekly =
        plan("2026-03-21T01:00:00Z", "2026-03-21T03:00:00Z", RepeatUnit.WEEK, 1, "Europe/Berlin");
    assertThat(times(weekly, "2026-03-01T00:00:00Z", "2026-04-10T00:00:00Z"))
        .containsExactly(
            "2026-03-21T01:00:00Z/2026-03-21T03:00:00Z",
            "2026-03-28T01:00:00Z/2026-03-28T03:00:00Z",
            "2026-04-04T00:00:00Z/2026-04-04T02:00:00Z");
  }

  @DisplayName("29 March 2026 has no 02:30 in Berlin; 25 October has two")
  @ParameterizedTest(name = "{0} to {1}: {2}")
  @CsvSource({
    // Four hours on the wall are three, or five.
    "2026-03-28T00:00:00Z, 2026-03-28T04:00:00Z, 2026-03-29T00:00:00Z/2026-03-29T03:00:00Z",
    "2026-10-24T23:00:00Z, 2026-10-25T00:00:00Z, 2026-10-26T00:00:00Z/2026-10-26T01:00:00Z",
    // Within the hour that is not there: as much later as clocks go forward.
    "2026-03-28T01:15:00Z, 2026-03-28T01:45:00Z, 2026-03-29T01:15:00Z/2026-03-29T01:45:00Z",
    // Its start is after its end then: as long as the first time.
    "2026-03-28T01:30:00Z, 2026-03-28T02:15:00Z, 2026-03-29T01:30:00Z/2026-03-29T02:15:00Z",
  })
  void comesAlsoOnTheDaysOnWhichClocksChange(String starts, String ends, String second) {
    RecurrencePlan daily = plan(starts, ends, RepeatUnit.DAY, 1, "Europe/Berlin");
    String until = Instant.parse(starts).plus(Duration.ofHours(30)).toString();
    assertThat(times(daily, "2026-03-01T00:00:00Z", until)).hasSize(2).last().isEqualTo(second);
  }

  @Test
  void takesTheLastDayOfAMonthThatIsTooShort() {
    RecurrencePlan monthly =
        plan("2026-01-31T22:00:00Z", "2026-02-01T02:00:00Z", RepeatUnit.MONTH, 1, "UTC");
    assertThat(times(monthly, "2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z"))
        .containsExactly(
            "2026-01-31T22:00:00Z/2026-02-01T02:00:00Z",
            "2026-02-28T22:00:00Z/2026-03-01T02:00:00Z",
            "2026-03-31T22:00:00Z/2026-04-01T02:00:00Z",
            "2026-04-30T22:00:00Z/2026-05-01T02:00:00Z",
            "2026-05-31T22:00:00Z/2026-06-01T02:00:00Z");
  }

  @Test
  void windowsLongerThanTheRepeatAreOneTime() {
    RecurrencePlan daily =
        plan("2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z", RepeatUnit.DAY, 1, "UTC");
    assertThat(times(daily, "2026-02-01T00:00:00Z", "2026-02-03T00:00:00Z"))
        .containsExactly("2026-01-31T00:00:00Z/2026-02-04T00:00:00Z");
  }

  @Test
  void comesOnceUnlessItRepeatsAndNotAfterTheEndOfRepeating() {
    RecurrencePlan once = plan("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", null, 1, "UTC");
    assertThat(times(once, "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z")).hasSize(1);
    assertThat(times(once, "2026-01-01T01:00:00Z", "2027-01-01T00:00:00Z")).isEmpty();
    RecurrencePlan thrice =
        new RecurrencePlan(
            once.starts(),
            once.ends(),
            RepeatUnit.DAY,
            2,
            Instant.parse("2026-01-05T00:00:01Z"),
            null);
    assertThat(times(thrice, "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z"))
        .hasSize(3)
        .last()
        .isEqualTo("2026-01-05T00:00:00Z/2026-01-05T01:00:00Z");
  }

  @Provide
  Arbitrary<RecurrencePlan> plans() {
    Arbitrary<Instant> starts =
        Arbitraries.longs()
            .between(
                Instant.parse("2024-01-01T00:00:00Z").getEpochSecond(),
                Instant.parse("2027-01-01T00:00:00Z").getEpochSecond())
            .map(Instant::ofEpochSecond);
    return Combinators.combine(
            starts,
            Arbitraries.longs().between(1, 40 * 24 * 3600L),
            Arbitraries.of(RepeatUnit.class),
            Arbitraries.integers().between(1, 5),
            Arbitraries.of(
                "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"))
        .as(
            (start, seconds, unit, interval, zone) ->
                new RecurrencePlan(
                    start, start.plusSeconds(seconds), unit, interval, null, ZoneId.of(zone)));
  }

  @Property(tries = 300)
  void timesAreInOrderApartAndWithinReach(@ForAll("plans") RecurrencePlan plan) {
    long from = plan.starts().toEpochMilli() + 100 * DAY;
    long until = from + 400 * DAY;
    long last = Long.MIN_VALUE;
    for (Interval interval : plan.between(from, until)) {
      assertThat(interval.starts()).isGreaterThan(last).isLessThan(until);
      assertThat(interval.ends()).isGreaterThan(from);
      last = interval.ends();
    }
  }

  /** However one cuts time, a moment is either in the window or not. */
  @Property(tries = 300)
  void aMomentDoesNotDependOnWhereOneLooksFrom(
      @ForAll("plans") RecurrencePlan plan, @ForAll long chance) {
    long moment = plan.starts().toEpochMilli() + Math.floorMod(chance, 800 * DAY) - 10 * DAY;
    boolean narrow = holds(plan.between(moment, moment + 1), moment);
    assertThat(holds(plan.between(moment - 300 * DAY, moment + 10 * DAY), moment))
        .isEqualTo(narrow);
    assertThat(holds(plan.between(moment - DAY, moment + DAY), moment)).isEqualTo(narrow);
  }

  private static boolean holds(List<Interval> intervals, long moment) {
    return intervals.stream().anyMatch(one -> one.starts() <= moment && moment < one.ends());
  }

  /** The n-th start has the day and the time of day that the calendar gives. */
  @Property(tries = 300)
  void startsAtTheTimeOfDayOfTheFirst(@ForAll("plans") RecurrencePlan plan) {
    ZoneId zone = plan.zone() == null ? ZoneId.of("UTC") : plan.zone();
    RepeatUnit unit = plan.unit() == null ? RepeatUnit.DAY : plan.unit();
    RecurrencePlan brief =
        new RecurrencePlan(
            plan.starts(), plan.starts().plusSeconds(60), unit, plan.interval(), null, zone);
    ZonedDateTime first = plan.starts().atZone(zone);
    long from = plan.starts().toEpochMilli();
    List<Interval> times = brief.between(from, from + 200 * DAY);
    for (int n = 0; n < times.size(); n++) {
      ZonedDateTime expected =
          first.toLocalDateTime().plus((long) n * plan.interval(), unit.unit()).atZone(zone);
      if (n > 0) {
        assertThat(Instant.ofEpochMilli(times.get(n).starts())).isEqualTo(expected.toInstant());
      }
    }
    assertThat(times).isNotEmpty();
  }
}
