package dev.belfry.statuspages.incident;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** The public date of an incident update: the time that its author states. */
final class PublicDate {
  private static final int LAST_YEAR = 9999;

  private PublicDate() {}

  /** An RFC 3339 date in UTC, cut to the millisecond. */
  static OffsetDateTime parse(String text) {
    return OffsetDateTime.parse(text)
        .withOffsetSameInstant(ZoneOffset.UTC)
        .truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Whether the year of a date in UTC has four digits, as RFC 3339 demands. The offset of a date
   * can carry it over that edge.
   */
  static boolean isInRange(OffsetDateTime date) {
    return date.getYear() >= 0 && date.getYear() <= LAST_YEAR;
  }
}
