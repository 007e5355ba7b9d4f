package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.channel.QuietHours.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuietHoursTest {
  private static final String NIGHT =
      "{\"timeZone\":\"%s\",\"from\":\"%s\",\"to\":\"%s\",\"weekdays\":[%s]}";
  private static final String BERLIN = "[" + NIGHT.formatted("Europe/Berlin", "22:00", "07:00", "");

  private static String end(String hours, String now, Level level) {
    OptionalLong end = QuietHours.stored(hours).endAt(Instant.parse(now).toEpochMilli(), level);
    return end.isEmpty() ? "" : Instant.ofEpochMilli(end.getAsLong()).toString();
  }

  private static String end(String hours, String now) {
    return end(hours, now, Level.FAILED);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          Europe/Berlin, 22:00, 07:00, 2026-01-15T20:59:59.999Z, -, a moment before
          Europe/Berlin, 22:00, 07:00, 2026-01-15T21:00:00Z, 2026-01-16T06:00:00Z, its beginning
          Europe/Berlin, 22:00, 07:00, 2026-01-16T05:59:59.999Z, 2026-01-16T06:00:00Z, after midnight
          Europe/Berlin, 22:00, 07:00, 2026-01-16T06:00:00Z, -, its end
          Europe/Berlin, 22:00, 07:00, 2026-03-28T21:30:00Z, 2026-03-29T05:00:00Z, an hour is skipped
          Europe/Berlin, 22:00, 07:00, 2026-10-24T20:30:00Z, 2026-10-25T06:00:00Z, an hour comes twice
          Europe/Berlin, 22:00, 02:30, 2026-03-28T22:00:00Z, 2026-03-29T01:00:00Z, ends at the change
          Europe/Berlin, 02:30, 04:00, 2026-03-29T00:59:59Z, -, before the change
          Europe/Berlin, 02:30, 04:00, 2026-03-29T01:00:00Z, 2026-03-29T02:00:00Z, begins at the change
          Europe/Berlin, 02:15, 02:45, 2026-03-29T01:00:00Z, -, skipped as a whole
          Europe/Berlin, 22:00, 02:30, 2026-10-24T23:59:00Z, 2026-10-25T00:30:00Z, ends at the first
          Europe/Berlin, 22:00, 02:30, 2026-10-25T00:40:00Z, -, not again at the second
          Europe/Berlin, 02:30, 04:00, 2026-10-25T00:30:00Z, 2026-10-25T03:00:00Z, begins at the first
          America/New_York, 22:00, 07:00, 2026-03-08T05:00:00Z, 2026-03-08T11:00:00Z, spring there
          America/New_York, 22:00, 07:00, 2026-11-01T05:30:00Z, 2026-11-01T12:00:00Z, autumn there
          Asia/Kathmandu, 09:00, 17:00, 2026-01-15T03:15:00Z, 2026-01-15T11:15:00Z, within a day
          UTC, 00:00, 00:00, 2026-01-15T12:00:00Z, 2026-01-22T12:00:00Z, always: a week at most
          """)
  void endsWhen(String zone, String from, String to, String now, String end, String why) {
    assertThat(end("[" + NIGHT.formatted(zone, from, to, "") + "]", now))
        .as(why)
        .isEqualTo(end == null ? "" : end);
  }

  @Test
  void beginsOnItsDaysOnly() {
    String friday = "[" + NIGHT.formatted("UTC", "22:00", "07:00", "\"FRIDAY\"") + "]";
    assertThat(end(friday, "2026-01-16T23:00:00Z")).isEqualTo("2026-01-17T07:00:00Z");
    assertThat(end(friday, "2026-01-17T06:00:00Z")).isEqualTo("2026-01-17T07:00:00Z");
    assertThat(end(friday, "2026-01-17T23:00:00Z")).isEmpty();
    assertThat(end(friday, "2026-01-16T06:00:00Z")).as("Thursday's night").isEmpty();
  }

  @Test
  void intervalsThatMeetAreOne() {
    String weekend = NIGHT.formatted("Europe/Berlin", "00:00", "00:00", "\"SATURDAY\",\"SUNDAY\"");
    assertThat(end(BERLIN + "," + weekend + "]", "2026-01-16T21:30:00Z"))
        .isEqualTo("2026-01-19T06:00:00Z");
  }

  @Test
  void onlyNamedLevelsWait() {
    String degraded =
        "[{\"timeZone\":\"UTC\",\"from\":\"22:00\",\"to\":\"07:00\",\"levels\":[\"DEGRADED\"]}]";
    assertThat(end(degraded, "2026-01-16T23:00:00Z", Level.FAILED)).isEmpty();
    assertThat(end(degraded, "2026-01-16T23:00:00Z", Level.DEGRADED))
        .isEqualTo("2026-01-17T07:00:00Z");
  }

  @Test
  void noneIsNone() {
    assertThat(QuietHours.stored(null).isEmpty()).isTrue();
    assertThat(end("[]", "2026-01-16T23:00:00Z")).isEmpty();
  }

  @Property(tries = 3_000)
  void theEndComesAfterNowWithinAWeekAndIsNotQuiet(
      @ForAll @LongRange(min = 1_600_000_000_000L, max = 1_900_000_000_000L) long now,
      @ForAll @IntRange(max = 1_439) int from,
      @ForAll @IntRange(max = 1_439) int to,
      @ForAll @IntRange(max = 1_439) int second,
      @ForAll @IntRange(max = 4) int zone) {
    String[] zones = {
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Tehran"
    };
    QuietHours hours =
        QuietHours.stored(
            "["
                + NIGHT.formatted(zones[zone], time(from), time(to), "\"MONDAY\",\"SUNDAY\"")
                + ","
                + NIGHT.formatted("UTC", time(to), time(second), "")
                + "]");
    OptionalLong end = hours.endAt(now, Level.FAILED);
    end.ifPresent(
        then -> {
          assertThat(then)
              .isGreaterThan(now)
              .isLessThanOrEqualTo(now + QuietHours.LONGEST.toMillis());
          if (then < now + QuietHours.LONGEST.toMillis()) {
            assertThat(hours.endAt(then, Level.FAILED)).isEmpty();
            assertThat(hours.endAt(then - 1, Level.FAILED)).isEqualTo(end);
          }
        });
    assertThat(QuietHours.LONGEST).isEqualTo(Duration.ofDays(7));
  }

  private static String time(int minute) {
    return "%02d:%02d".formatted(minute / 60, minute % 60);
  }
}
