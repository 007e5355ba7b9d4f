package dev.belfry.engine.objective;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * Which month is reported at a moment. Months are those of UTC, as days are summed up. Pure.
 *
 * @param current the first month that is not over
 */
record DueReports(YearMonth current) {
  /** After a month, its last runs and those of private locations have so long to arrive. */
  private static final Duration DELAY = Duration.ofHours(1);

  /**
   * What is due at a moment.
   *
   * @param now milliseconds since 1970
   */
  static DueReports at(long now) {
    Instant settled = Instant.ofEpochMilli(now).minus(DELAY);
    return new DueReports(YearMonth.from(settled.atOffset(ZoneOffset.UTC)));
  }

  /** The month that is reported. Earlier ones are not: their time has passed. */
  YearMonth reported() {
    return current.minusMonths(1);
  }

  /** Channels whose next month is earlier get the report. */
  LocalDate before() {
    return current.atDay(1);
  }
}
