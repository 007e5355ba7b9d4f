package dev.belfry.statuspages.publicsite;

import dev.belfry.monitoring.check.Severity;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a service did on one day of UTC.
 *
 * @param passed runs of its checks that passed, degraded ones included
 * @param failed runs that failed
 * @param worst severity of its worst incident of that day, null without one
 * @param troubled how long of the day it had incidents
 * @param incidents their names
 */
public record SiteDay(
    LocalDate date,
    long passed,
    long failed,
    @Nullable Severity worst,
    Duration troubled,
    List<String> incidents) {
  private static final double CLEAN = 0.999;
  private static final double PARTLY = 0.95;

  public SiteDay {
    incidents = List.copyOf(incidents);
  }

  /** How a day is shown. */
  public enum Level {
    NONE,
    GOOD,
    WARN,
    BAD;

    /** Its name in style sheets. */
    public String style() {
      return switch (this) {
        case NONE -> "none";
        case GOOD -> "good";
        case WARN -> "warn";
        case BAD -> "bad";
      };
    }
  }

  /** Runs with a verdict. */
  public long runs() {
    return passed + failed;
  }

  /** The share of runs that passed, 0 to 1; null without a run. */
  public @Nullable Double uptime() {
    return runs() == 0 ? null : (double) passed / runs();
  }

  /**
   * What people announced counts as much as what was measured: bad with a critical or major
   * incident or less than 95 % of the runs passed, uneasy with a lesser incident or less than 99.9
   * %.
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
