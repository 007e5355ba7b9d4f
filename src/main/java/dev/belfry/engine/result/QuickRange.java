package dev.belfry.engine.result;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;

/** A preset time range. Weeks begin on Monday; days are in UTC. */
public enum QuickRange {
  LAST_24_HOURS("last24Hours") {
    @Override
    public TimeRange at(long now) {
      return TimeRange.since(now - TimeRange.DAY, now);
    }
  },
  LAST_7_DAYS("last7Days") {
    @Override
    public TimeRange at(long now) {
      return TimeRange.since(now - 7 * TimeRange.DAY, now);
    }
  },
  LAST_30_DAYS("last30Days") {
    @Override
    public TimeRange at(long now) {
      return TimeRange.since(now - 30 * TimeRange.DAY, now);
    }
  },
  LAST_90_DAYS("last90Days") {
    @Override
    public TimeRange at(long now) {
      return TimeRange.since(now - 90 * TimeRange.DAY, now);
    }
  },
  THIS_WEEK("thisWeek") {
    @Override
    public TimeRange at(long now) {
      return TimeRange.since(start(monday(now)), now);
    }
  },
  THIS_MONTH("thisMonth") {
    @Override
    public TimeRange at(long now) {
      return TimeRange.since(start(day(now).withDayOfMonth(1)), now);
    }
  },
  LAST_WEEK("lastWeek") {
    @Override
    public TimeRange at(long now) {
      return TimeRange.between(start(monday(now).minusWeeks(1)), start(monday(now)), now);
    }
  },
  LAST_MONTH("lastMonth") {
    @Override
    public TimeRange at(long now) {
      LocalDate first = day(now).withDayOfMonth(1);
      return TimeRange.between(start(first.minusMonths(1)), start(first), now);
    }
  };

  private final String wire;

  QuickRange(String wire) {
    this.wire = wire;
  }

  /** The time range at a moment, milliseconds since 1970. */
  public abstract TimeRange at(long now);

  /** Reads a name of the API; reporting spells the first one {@code last24Hrs}. */
  public static QuickRange of(String name) {
    String spelled = name.replace("Hrs", "Hours");
    return Arrays.stream(values())
        .filter(range -> range.wire.equals(spelled))
        .findFirst()
        .orElse(LAST_24_HOURS);
  }

  private static LocalDate day(long now) {
    return Instant.ofEpochMilli(now).atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static LocalDate monday(long now) {
    return day(now).with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
  }

  private static long start(LocalDate day) {
    return day.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
