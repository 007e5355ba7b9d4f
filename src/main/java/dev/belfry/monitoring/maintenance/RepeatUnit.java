package dev.belfry.monitoring.maintenance;

import java.time.temporal.ChronoUnit;

/** What the interval between two times of a window counts, named as on the wire. */
enum RepeatUnit {
  DAY(ChronoUnit.DAYS, 1),
  WEEK(ChronoUnit.WEEKS, 7),
  MONTH(ChronoUnit.MONTHS, 31);

  private final ChronoUnit unit;
  private final int mostDays;

  RepeatUnit(ChronoUnit unit, int mostDays) {
    this.unit = unit;
    this.mostDays = mostDays;
  }

  ChronoUnit unit() {
    return unit;
  }

  /** How many days one of them has at most. */
  int mostDays() {
    return mostDays;
  }
}
