package dev.belfry.monitoring.channel;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A time of the week at which a channel is quiet.
 *
 * @param weekdays on which it begins
 * @param to end on the same day, or on the next one when it is not after {@code from}
 * @param levels of the alerts that wait
 */
record QuietInterval(
    ZoneId zone,
    Set<DayOfWeek> weekdays,
    LocalTime from,
    LocalTime to,
    Set<QuietHours.Level> levels) {
  QuietInterval {
    weekdays = Set.copyOf(weekdays);
    levels = Set.copyOf(levels);
  }

  /** When the interval that covers a moment ends, milliseconds since 1970; empty for none. */
  OptionalLong endAt(long now) {
    LocalDate today = Instant.ofEpochMilli(now).atZone(zone).toLocalDate();
    long end = Long.MIN_VALUE;
    for (LocalDate day = today.minusDays(2); !day.isAfter(today); day = day.plusDays(1)) {
      if (weekdays.contains(day.getDayOfWeek())
          && LocalMoment.millis(day.atTime(from), zone) <= now) {
        LocalDate last = to.isAfter(from) ? day : day.plusDays(1);
        end = Math.max(end, LocalMoment.millis(last.atTime(to), zone));
      }
    }
    return end > now ? OptionalLong.of(end) : OptionalLong.empty();
  }
}
