package dev.belfry.monitoring.heartbeat;

import java.time.Duration;
import java.util.Locale;

/** The units of period and grace, as clients name them. */
enum TimeUnitName {
  SECONDS(Duration.ofSeconds(1)),
  MINUTES(Duration.ofMinutes(1)),
  HOURS(Duration.ofHours(1)),
  DAYS(Duration.ofDays(1));

  private final Duration one;

  TimeUnitName(Duration one) {
    this.one = one;
  }

  /** The unit of a name that the schema lets through. */
  static TimeUnitName of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  Duration times(int count) {
    return one.multipliedBy(count);
  }

  /** Such as {@code 1 hour} or {@code 90 seconds}. */
  String words(int count) {
    String name = name().toLowerCase(Locale.ROOT);
    return count + " " + (count == 1 ? name.substring(0, name.length() - 1) : name);
  }
}
