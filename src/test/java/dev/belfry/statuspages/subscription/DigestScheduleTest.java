package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Digests are due once a day or week at the hour of the subscriber's clock. */
class DigestScheduleTest {
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Berlin",
          "America/New_York",
          "America/Sao_Paulo",
          "Asia/Kathmandu",
          "Australia/Lord_Howe",
          "Pacific/Apia",
          "Africa/Casablanca");

  private static DigestSchedule schedule(DigestFrequency frequency, int hour, String zone) {
    return new DigestSchedule(frequency, hour, ZoneId.of(zone));
  }

  @ParameterizedTest
  @CsvSource({
    // A quiet day: before, at and after the hour.
    "DAILY,  8, Europe/Berlin, 2026-03-10T06:59:59Z, 2026-03-10T07:00:00Z",
    "DAILY,  8, Europe/Berlin, 2026-03-10T07:00:00Z, 2026-03-11T07:00:00Z",
    "DAILY,  8, Europe/Berlin, 2026-03-10T23:30:00Z, 2026-03-11T07:00:00Z",
    // The day has 23 hours: 8 o'clock comes 23 hours after the one before.
    "DAILY,  8, Europe/Berlin, 2026-03-28T07:00:00Z, 2026-03-29T06:00:00Z",
    // It has no 2 o'clock: the digest comes at 3, and the next day at 2 again.
    "DAILY,  2, Europe/Berlin, 2026-03-28T01:00:00Z, 2026-03-29T01:00:00Z",
    "DAILY,  2, Europe/Berlin, 2026-03-29T01:00:00Z, 2026-03-30T00:00:00Z",
    // It has two: the digest comes at the first, and not again at the second.
    "DAILY,  2, Europe/Berlin, 2026-10-24T12:00:00Z, 2026-10-25T00:00:00Z",
    "DAILY,  2, Europe/Berlin, 2026-10-25T00:00:00Z, 2026-10-26T01:00:00Z",
    "DAILY,  2, Europe/Berlin, 2026-10-25T00:59:59Z, 2026-10-26T01:00:00Z",
    // Midnight is skipped where clocks change at midnight.
    "DAILY,  0, America/Sao_Paulo, 2018-11-03T12:00:00Z, 2018-11-04T03:00:00Z",
    // A day that an island skipped.
    "DAILY,  8, Pacific/Apia, 2011-12-29T18:00:00Z, 2011-12-30T18:00:00Z",
    "DAILY,  8, Pacific/Apia, 2011-12-30T18:00:00Z, 2011-12-31T18:00:00Z",
    // Mondays; 9 March 2026 is one. In Auckland it begins on Sunday.
    "WEEKLY, 8, UTC, 2026-03-09T07:59:59Z, 2026-03-09T08:00:00Z",
    "WEEKLY, 8, UTC, 2026-03-09T08:00:00Z, 2026-03-16T08:00:00Z",
    "WEEKLY, 8, UTC, 2026-03-15T23:59:59Z, 2026-03-16T08:00:00Z",
    "WEEKLY, 8, Pacific/Auckland, 2026-03-08T18:00:00Z, 2026-03-08T19:00:00Z",
    "WEEKLY, 8, Europe/Berlin, 2026-03-23T07:00:00Z, 2026-03-30T06:00:00Z"
  })
  void isDueNext(DigestFrequency frequency, int hour, String zone, Instant moment, Instant due) {
    assertThat(schedule(frequency, hour, zone).after(moment)).isEqualTo(due);
  }

  @Test
  void everyDayAndEveryMondayHasOneWhateverClocksDo() {
    Random random = new Random(63);
    for (int i = 0; i < 400; i++) {
      DigestFrequency frequency =
          random.nextBoolean() ? DigestFrequency.DAILY : DigestFrequency.WEEKLY;
      DigestSchedule schedule =
          schedule(frequency, random.nextInt(24), ZONES.get(random.nextInt(ZONES.size())));
      Instant begun =
          Instant.parse("2015-01-01T00:00:00Z").plusSeconds(random.nextInt(400_000_000));
      Instant due = schedule.after(begun);
      for (int n = 0; n < 30; n++) {
        Instant next = schedule.after(due);
        Instant between =
            due.plusMillis((long) (random.nextDouble() * Duration.between(due, next).toMillis()));
        assertThat(schedule.after(between)).as("%s after %s", schedule, between).isEqualTo(next);
        ZonedDateTime local = next.atZone(schedule.zone());
        assertThat(local.toLocalDate())
            .isEqualTo(
                due.atZone(schedule.zone())
                    .toLocalDate()
                    .plusDays(frequency == DigestFrequency.DAILY ? 1 : 7));
        assertThat(Duration.between(due, next))
            .isLessThanOrEqualTo(Duration.ofHours(frequency == DigestFrequency.DAILY ? 26 : 170));
        assertThat(local.getHour()).isBetween(schedule.hour(), schedule.hour() + 1);
        if (frequency == DigestFrequency.WEEKLY) {
          assertThat(local.getDayOfWeek()).isEqualTo(DayOfWeek.MONDAY);
        }
        due = next;
      }
    }
  }
}
