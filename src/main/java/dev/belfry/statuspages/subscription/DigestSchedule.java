package dev.belfry.statuspages.subscription;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;

/**
 * When digests are due. Pure.
 *
 * @param frequency with IMMEDIATE there are none
 * @param hour full hour of the day, 0 to 23
 * @param zone in which it is that hour
 */
record DigestSchedule(DigestFrequency frequency, int hour, ZoneId zone) {
  static final int USUAL_HOUR = 8;
  static final DigestSchedule IMMEDIATE =
      new DigestSchedule(DigestFrequency.IMMEDIATE, USUAL_HOUR, ZoneOffset.UTC);

  boolean isImmediate() {
    return frequency == DigestFrequency.IMMEDIATE;
  }

  /**
   * The first time after a moment. An hour that a clock skips is the moment of the change plus the
   * time skipped; of an hour that comes twice it is the first.
   */
  Instant after(Instant moment) {
    LocalDate day = moment.atZone(zone).toLocalDate();
    if (frequency == DigestFrequency.WEEKLY) {
      day = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    }
    Instant due = at(day);
    while (!due.isAfter(moment)) {
      day = day.plusDays(frequency == DigestFrequency.WEEKLY ? 7 : 1);
      due = at(day);
    }
    return due;
  }

  private Instant at(LocalDate day) {
    return ZonedDateTime.of(day, LocalTime.of(hour, 0), zone).toInstant();
  }
}
