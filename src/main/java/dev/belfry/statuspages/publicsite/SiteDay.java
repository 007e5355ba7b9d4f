package dev.belfry.statuspages.publicsite;

import dev.belfry.monitoring.check.Severity;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One day of a service in UTC.
 *
 * @param passed passed runs of its checks, degraded ones included
 * @param failed failed runs of its checks
 * @param down how long its checks failed, on average over checks and locations
 * @param worst severity of its worst incident of that day, null without one
 * @param troubled total time of the day with an incident
 * @param incidents their names
 * @param ongoing whether one of them is unresolved now
 */
public record SiteDay(
    LocalDate date,
    long passed,
    long failed,
    Duration down,
    @Nullable Severity worst,
    Duration troubled,
    List<String> incidents,
    boolean ongoing) {
  private static final double CLEAN = 0.999;
  private static final double PARTLY = 0.95;
  private static final int FULL = 34;
  private static final int LEAST = 14;
  private static final double DAY_MILLIS = Duration.ofDays(1).toMillis();

  public SiteDay {
    incidents = List.copyOf(incidents);
  }

  /** The colour of a day. */
  public enum Level {
    NONE,
    GOOD,
    WARN,
    BAD;

    /** Its class in the style sheet. */
    public String style() {
      return switch (this) {
        case NONE -> "none";
        case GOOD -> "good";
        case WARN -> "warn";
        case BAD -> "bad";
      };
    }
  }

  /** Number of passed and failed runs. */
  public long runs() {
    return passed + failed;
  }

  /** The share of runs that passed, 0 to 1; null without a run. */
  public @Nullable Double uptime() {
    return runs() == 0 ? null : (double) passed / runs();
  }

  /** The part of the day that was down or in trouble, 0 to 1. */
  public double share() {
    Double uptime = uptime();
    double failing = uptime == null ? 0 : 1 - uptime;
    return Math.min(1, Math.max(failing, troubled.toMillis() / DAY_MILLIS));
  }

  /**
   * The height of its bar: all of it is coloured while an incident is open, and the part in trouble
   * of a day that is over.
   */
  public int height() {
    return ongoing || level() == Level.GOOD || level() == Level.NONE
        ? FULL
        : LEAST + (int) Math.round((FULL - 4 - LEAST) * share());
  }

  /**
   * BAD with a critical or major incident, or when less than 95 % of the runs passed. WARN with a
   * lesser incident, or below 99.9 %. NONE without run and incident.
   */
  public Level level() {
    double share = runs() == 0 ? 1 : (double) passed / runs();
    if (worst == Severity.CRITICAL || worst == Severity.MAJOR || share < PARTLY) {
      return Level.BAD;
    }
    if (worst != null || share < CLEAN) {
      return Level.WARN;
    }
    return runs() == 0 ? Level.NONE : Level.GOOD;
  }
}
