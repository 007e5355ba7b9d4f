package dev.belfry.alerting.alert;

import dev.belfry.alerting.alert.NotificationState.Level;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.EscalationType;
import org.jspecify.annotations.Nullable;

/**
 * What people should know of a check by now and were not told. A check that flaps is told so once,
 * at its worst level; from then on only a failure after degradations is told, until it settles.
 */
record DueChange(Level level, AlertType type, Flapping flapping) {
  /** Of a state at a time; null when there is nothing to tell. */
  static @Nullable DueChange of(AlertState state, AlertSettings settings, long now) {
    NotificationState told = state.notification();
    if (state.flaps().isFlapping()) {
      return told.flapping() ? worse(state, settings, now) : begun(state);
    }
    if (told.flapping()) {
      Level settled = state.failed().runs() > 0 ? Level.FAILED : Level.DEGRADED;
      return new DueChange(settled, type(told.level(), settled), Flapping.SETTLED);
    }
    Level level = level(state, settings, now);
    return level == told.level()
        ? null
        : new DueChange(level, type(told.level(), level), Flapping.NO);
  }

  /**
   * The beginning of the flapping. Runs that pass after a hold show that the parent was the cause.
   */
  private static @Nullable DueChange begun(AlertState state) {
    NotificationState told = state.notification();
    if (told.episode() == null || (told.held() != null && state.bad().runs() == 0)) {
      return null;
    }
    Level worst = state.flaps().worst();
    Level level = worst.compareTo(told.level()) > 0 ? worst : told.level();
    return new DueChange(level, type(told.level(), level), Flapping.FLAPPING);
  }

  private static @Nullable DueChange worse(AlertState state, AlertSettings settings, long now) {
    return state.notification().level() == Level.DEGRADED && isEnough(state.failed(), settings, now)
        ? new DueChange(Level.FAILED, AlertType.ALERT_DEGRADED_FAILURE, Flapping.FLAPPING)
        : null;
  }

  private static AlertType type(Level before, Level level) {
    boolean failed = level == Level.FAILED;
    return switch (before) {
      case NONE -> failed ? AlertType.ALERT_FAILURE : AlertType.ALERT_DEGRADED;
      case DEGRADED -> failed ? AlertType.ALERT_DEGRADED_FAILURE : AlertType.ALERT_DEGRADED;
      case FAILED -> failed ? AlertType.ALERT_FAILURE : AlertType.ALERT_FAILURE_DEGRADED;
    };
  }

  /** The level that should be notified by now of a check that does not flap. */
  private static Level level(AlertState state, AlertSettings settings, long now) {
    Level before = state.notification().level();
    if (isEnough(state.failed(), settings, now)) {
      return Level.FAILED;
    }
    if (before == Level.FAILED) {
      return state.failed().runs() == 0 && state.bad().runs() > 0 ? Level.DEGRADED : before;
    }
    return isEnough(state.bad(), settings, now) ? Level.DEGRADED : before;
  }

  private static boolean isEnough(Streak streak, AlertSettings settings, long now) {
    Long when = enoughAt(streak, settings, now);
    return when != null && when <= now;
  }

  /** When a continuing streak reaches the threshold; null when time alone cannot reach it. */
  static @Nullable Long enoughAt(Streak streak, AlertSettings settings, long now) {
    if (streak.runs() == 0) {
      return null;
    }
    if (settings.escalationType() == EscalationType.TIME_BASED) {
      return streak.since() + settings.failingThreshold().toMillis();
    }
    return streak.runs() >= settings.runBasedEscalation().failedRunThreshold() ? now : null;
  }
}
