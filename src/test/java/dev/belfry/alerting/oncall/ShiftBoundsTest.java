package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the shifts of a calendar begin and end, and how often they may recur. */
class ShiftBoundsTest {
  private static final long NOON = Instant.parse("2026-03-20T12:00:00Z").toEpochMilli();

  private static List<Shift> shifts(String... events) throws UnreadableCalendarException {
    return ShiftExpansion.of(ShiftExpansionTest.calendar(events), null, NOON, System::nanoTime)
        .shifts();
  }

  /** From a day ago to 90 days from now. */
  @ParameterizedTest
  @CsvSource({
    "20260319T110000Z, false",
    "20260319T110001Z, true",
    "20260618T115959Z, true",
    "20260618T120000Z, false",
  })
  void shiftsWithinTheHorizonAreKept(String begin, boolean kept)
      throws UnreadableCalendarException {
    assertThat(shifts("UID:1|SUMMARY:Ada|DURATION:PT1H|DTSTART:" + begin)).hasSize(kept ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "20260323, 000000, 2026-03-23T00:00:00Z",
    "20260322, 000000, 2026-03-22T00:00:00Z",
    "20260322, 233000, 2026-03-22T23:30:00Z",
    "20260322T233000Z, 233000, 2026-03-22T23:30:00Z",
    "20260322T232959Z, 233000, 2026-03-21T23:30:00Z",
  })
  void aRuleEndsWithItsDayOrMoment(String until, String time, String last)
      throws UnreadableCalendarException {
    List<Shift> all =
        shifts(
            "UID:1|SUMMARY:Ada|DURATION:PT1H|DTSTART:20260301T%sZ|RRULE:FREQ=DAILY;UNTIL=%s"
                .formatted(time, until));
    assertThat(Instant.ofEpochMilli(all.get(all.size() - 1).begins())).hasToString(last);
  }

  private static String daily(int hours, int minutes, String more) {
    return "UID:1|SUMMARY:Ada|DURATION:PT1M|DTSTART:20260321T000000Z"
        + "|RRULE:FREQ=DAILY;COUNT=1;BYHOUR="
        + numbers(hours)
        + ";BYMINUTE="
        + numbers(minutes)
        + more;
  }

  private static String numbers(int count) {
    return IntStream.range(0, count).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  @Test
  void aRuleRecursABoundedNumberOfTimesADay() throws UnreadableCalendarException {
    assertThat(shifts(daily(6, 8, ""))).isNotEmpty();
    assertThat(shifts(daily(6, 8, ",0,1,2"))).as("twice the same").isNotEmpty();
    assertThatThrownBy(() -> shifts(daily(7, 7, "")))
        .isInstanceOf(UnreadableCalendarException.class)
        .hasMessageContaining("too often");
  }

  @ParameterizedTest
  @CsvSource({"500, true", "501, false"})
  void aRuleHasABoundedLength(int length, boolean taken) throws UnreadableCalendarException {
    String rule = "FREQ=DAILY;COUNT=2;BYDAY=SA";
    String event =
        "UID:1|SUMMARY:Ada|DURATION:PT1H|DTSTART:20260321T000000Z|RRULE:"
            + rule
            + ",SA".repeat((length - rule.length()) / 3)
            + ";".repeat((length - rule.length()) % 3);
    if (taken) {
      assertThat(shifts(event)).isNotEmpty();
    } else {
      assertThatThrownBy(() -> shifts(event)).hasMessageContaining("more than 500");
    }
  }

  @Test
  void shiftsOfOneMomentAreListedByName() throws UnreadableCalendarException {
    String at = "|DURATION:PT1H|DTSTART:20260321T000000Z";
    assertThat(shifts("UID:1|SUMMARY:Bob" + at, "UID:2|SUMMARY:Ada" + at))
        .extracting(Shift::name)
        .containsExactly("Ada", "Bob");
  }
}
