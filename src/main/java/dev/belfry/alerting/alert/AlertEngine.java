package dev.belfry.alerting.alert;

import dev.belfry.alerting.alert.NotificationState.Level;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.EscalationType;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when people are told that a check fails, is slow, still fails and is well again
 * (specification, "AlertSettings object"; wire contract 1.7). Runs count in the order in which they
 * are decided, and each step says at most one thing.
 */
public final class AlertEngine {
  /** How often something that is held back is looked at again, milliseconds. */
  static final long HELD_MILLIS = 60_000;

  private AlertEngine() {}

  /**
   * One location has its final result.
   *
   * @param ids names of episodes
   */
  public static AlertStep ended(
      AlertState state, AlertPolicy policy, LocationResult run, Supplier<UUID> ids) {
    OpenSlots.Count count = state.tallies().count(run, policy);
    AlertState counted = state.with(count.tallies());
    Verdict verdict = count.verdict().orElse(Verdict.MISSED);
    if (!verdict.isConclusive()) {
      return new AlertStep(settle(counted, policy, run.ended()), AlertType.NO_ALERT, 0);
    }
    if (verdict == Verdict.PASSED) {
      return passed(counted, policy, run.ended());
    }
    return escalate(grown(counted, verdict, run.ended(), ids), policy, run.ended());
  }

  /** Time has passed; to be called from {@link AlertState#due()} on, however late. */
  public static AlertStep due(AlertState state, AlertPolicy policy, long now) {
    AlertState kept = state.with(state.tallies().at(now));
    AlertStep escalated = escalate(kept, policy, now);
    if (escalated.type() != AlertType.NO_ALERT || isQuiet(policy)) {
      return escalated;
    }
    NotificationState notice = kept.notice();
    Long reminder = reminderAt(notice, policy.settings().reminders());
    if (reminder == null || reminder > now) {
      return escalated;
    }
    NotificationState reminded = notice.remind(now);
    return new AlertStep(
        settle(kept.with(reminded), policy, now),
        notice.level() == Level.FAILED
            ? AlertType.ALERT_FAILURE_REMAIN
            : AlertType.ALERT_DEGRADED_REMAIN,
        reminded.reminders());
  }

  private static AlertStep passed(AlertState state, AlertPolicy policy, long now) {
    AlertType type =
        switch (state.notice().level()) {
          case NONE -> AlertType.NO_ALERT;
          case DEGRADED -> AlertType.ALERT_DEGRADED_RECOVERY;
          case FAILED -> AlertType.ALERT_RECOVERY;
        };
    AlertState well = AlertState.WELL.with(state.tallies());
    return new AlertStep(settle(well, policy, now), type, 0);
  }

  private static AlertState grown(AlertState state, Verdict verdict, long now, Supplier<UUID> ids) {
    NotificationState notice = state.notice();
    return new AlertState(
        notice.episode() == null ? NotificationState.expecting(ids.get()) : notice,
        verdict == Verdict.FAILED ? state.failed().grow(now) : Streak.NONE,
        state.bad().grow(now),
        state.tallies(),
        state.due());
  }

  private static AlertStep escalate(AlertState state, AlertPolicy policy, long now) {
    Level level = level(state, policy.settings(), now);
    Level before = state.notice().level();
    if (level == before || isQuiet(policy)) {
      return new AlertStep(settle(state, policy, now), AlertType.NO_ALERT, 0);
    }
    AlertType type =
        switch (before) {
          case NONE -> level == Level.FAILED ? AlertType.ALERT_FAILURE : AlertType.ALERT_DEGRADED;
          case DEGRADED -> AlertType.ALERT_DEGRADED_FAILURE;
          case FAILED -> AlertType.ALERT_FAILURE_DEGRADED;
        };
    AlertState told = state.with(state.notice().tell(level, now));
    return new AlertStep(settle(told, policy, now), type, 0);
  }

  /** What people should know by now. */
  private static Level level(AlertState state, AlertSettings settings, long now) {
    Level before = state.notice().level();
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

  /** When a streak is long enough if it goes on; null when time does not bring that about. */
  private static @Nullable Long enoughAt(Streak streak, AlertSettings settings, long now) {
    if (streak.runs() == 0) {
      return null;
    }
    if (settings.escalationType() == EscalationType.TIME_BASED) {
      return streak.since() + settings.failingThreshold().toMillis();
    }
    return streak.runs() >= settings.runBasedEscalation().failedRunThreshold() ? now : null;
  }

  private static @Nullable Long reminderAt(
      NotificationState notice, AlertSettings.Reminders reminders) {
    return notice.level() != Level.NONE && reminders.allows(notice.reminders() + 1)
        ? notice.at() + reminders.period().toMillis()
        : null;
  }

  private static boolean isQuiet(AlertPolicy policy) {
    return policy.held() || !policy.activated();
  }

  /** Notes when to come back, and forgets everything once all is well. */
  private static AlertState settle(AlertState state, AlertPolicy policy, long now) {
    if (state.isWell()) {
      return AlertState.WELL;
    }
    List<Long> times = new ArrayList<>();
    state.tallies().slots().forEach(tally -> times.add(tally.lookAt(now)));
    if (policy.activated()) {
      long earliest = policy.held() ? now + HELD_MILLIS : Long.MIN_VALUE;
      wishes(state, policy.settings(), now).stream()
          .filter(Objects::nonNull)
          .forEach(time -> times.add(Math.max(time, earliest)));
    }
    return new AlertState(
        state.notice(),
        state.failed(),
        state.bad(),
        state.tallies(),
        times.stream().min(Long::compare).orElse(null));
  }

  /** When there may be something to say if nothing changes; what could be said now is held back. */
  private static List<@Nullable Long> wishes(AlertState state, AlertSettings settings, long now) {
    List<@Nullable Long> wishes = new ArrayList<>();
    Level told = state.notice().level();
    if (level(state, settings, now) != told) {
      wishes.add(now);
    }
    if (told != Level.FAILED) {
      wishes.add(enoughAt(state.failed(), settings, now));
    }
    if (told == Level.NONE) {
      wishes.add(enoughAt(state.bad(), settings, now));
    }
    wishes.add(reminderAt(state.notice(), settings.reminders()));
    return wishes;
  }
}
