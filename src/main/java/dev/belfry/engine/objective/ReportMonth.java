package dev.belfry.engine.objective;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The month of a report, in UTC as days are summed up. Pure.
 *
 * @param to end of what is reported: that of the month, or now in one that is not over
 */
record ReportMonth(YearMonth month, long from, long to, boolean isComplete) {
  /**
   * A month as a request names it, the last one that is over when it names none.
   *
   * @param now milliseconds since 1970
   */
  static ReportMonth of(Optional<String> named, long now) {
    YearMonth month =
        named
            .map(YearMonth::parse)
            .orElseGet(
                () ->
                    YearMonth.from(Instant.ofEpochMilli(now).atOffset(ZoneOffset.UTC))
                        .minusMonths(1));
    long from = millis(month.atDay(1));
    long end = millis(month.plusMonths(1).atDay(1));
    return new ReportMonth(month, from, Math.max(from, Math.min(end, now)), end <= now);
  }

  /** All of a month that is over. */
  static ReportMonth whole(YearMonth month) {
    return new ReportMonth(
        month, millis(month.atDay(1)), millis(month.plusMonths(1).atDay(1)), true);
  }

  private static long millis(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }

  int days() {
    return month.lengthOfMonth();
  }
}
