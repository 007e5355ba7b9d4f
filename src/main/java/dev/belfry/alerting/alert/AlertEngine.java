package dev.belfry.alerting.alert;

import dev.belfry.alerting.alert.NotificationState.Level;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a check raises an alert: failure, degradation, reminder or recovery (specification,
 * "AlertSettings object"; wire contract 1.7). Runs count in the order of their verdicts; each step
 * raises at most one alert. Pure.
 */
public final class AlertEngine {
  /** Pause before an alert held back by maintenance is decided again, milliseconds. */
  static final long MAINTENANCE_RETRY_MILLIS = 60_000;

  /** Bound of a hold of which nobody tells the end, such as that of a parent that was deleted. */
  static final long HELD_RETRY_MILLIS = 300_000;

  private AlertEngine() {}

  /**
   * Counts the final result of one location.
   *
   * @param ids makes the ids of episodes
   */
  public static AlertStep onResult(
      AlertState state, AlertPolicy policy, LocationResult run, Supplier<UUID> ids) {
    OpenSlots.Count count = state.openSlots().count(run, policy);
    Verdict verdict = count.verdict().orElse(Verdict.MISSED);
    if (!verdict.isConclusive()) {
      return new AlertStep(
          withNextDue(state.with(count.slots()), policy, run.ended()), AlertType.NO_ALERT, 0);
    }
    AlertState counted =
        state.with(count.slots()).with(state.flaps().with(verdict, policy.settings(), run.ended()));
    if (verdict == Verdict.PASSED) {
      return passed(counted, policy, run.ended());
    }
    return escalate(extended(counted, verdict, run.ended(), ids), policy, run.slot(), run.ended());
  }

  /** Applies the passing of time; call it at {@link AlertState#due()} or later. */
  public static AlertStep onDue(AlertState state, AlertPolicy policy, long now) {
    AlertState kept = state.with(state.openSlots().at(now));
    AlertStep escalated = escalate(kept, policy, Long.MIN_VALUE, now);
    if (escalated.type() != AlertType.NO_ALERT
        || isQuiet(kept, policy, now)
        || policy.parents().failing()) {
      return escalated;
    }
    NotificationState notification = escalated.state().notification();
    int stage = lastDueStage(notification, policy, now);
    if (stage > notification.attention().stage()) {
      return new AlertStep(
          withNextDue(kept.with(notification.escalate(stage, now)), policy, now),
          notification.level() == Level.FAILED ? AlertType.ALERT_FAILURE : AlertType.ALERT_DEGRADED,
          0,
          new Stages(notification.attention().stage(), stage));
    }
    Long reminder = reminderAt(notification, policy.settings().reminders());
    if (reminder == null || reminder > now) {
      return escalated;
    }
    NotificationState reminded = notification.remind(now);
    return new AlertStep(
        withNextDue(kept.with(reminded), policy, now),
        notification.level() == Level.FAILED
            ? AlertType.ALERT_FAILURE_REMAIN
            : AlertType.ALERT_DEGRADED_REMAIN,
        reminded.reminders());
  }

  /** The state after someone acknowledged the open episode, or took that back. */
  static AlertState acknowledge(
      AlertState state, AlertPolicy policy, boolean acknowledged, long now) {
    return withNextDue(
        withAttention(state, state.notification().attention().acknowledge(acknowledged)),
        policy,
        now);
  }

  /** The state after someone snoozed the open episode until a time. */
  static AlertState snooze(AlertState state, AlertPolicy policy, long until, long now) {
    return withNextDue(
        withAttention(state, state.notification().attention().snooze(until)), policy, now);
  }

  private static AlertState withAttention(AlertState state, Attention attention) {
    return state.with(state.notification().with(attention));
  }

  private static AlertStep passed(AlertState state, AlertPolicy policy, long now) {
    NotificationState told = state.notification();
    if (state.flaps().isFlapping()) {
      return escalate(state.withoutStreaks(), policy, Long.MIN_VALUE, now);
    }
    AlertType type =
        switch (told.level()) {
          case NONE -> AlertType.NO_ALERT;
          case DEGRADED -> AlertType.ALERT_DEGRADED_RECOVERY;
          case FAILED -> AlertType.ALERT_RECOVERY;
        };
    AlertState well = AlertState.WELL.with(state.openSlots()).with(state.flaps());
    return new AlertStep(withNextDue(well, policy, now), type, 0)
        .saying(told.flapping() ? Flapping.SETTLED : Flapping.NO);
  }

  private static AlertState extended(
      AlertState state, Verdict verdict, long now, Supplier<UUID> ids) {
    NotificationState notification = state.notification();
    return new AlertState(
        notification.episode() == null ? NotificationState.expecting(ids.get()) : notification,
        verdict == Verdict.FAILED ? state.failed().grow(now) : Streak.NONE,
        state.bad().grow(now),
        state.openSlots(),
        state.flaps(),
        state.due());
  }

  /**
   * Tells the level that is due, holds it while a parent fails, or lets it wait.
   *
   * @param slot of the run that is counted; one that began after the hold is proof of a failure
   */
  private static AlertStep escalate(AlertState state, AlertPolicy policy, long slot, long now) {
    DueChange change = DueChange.of(state, policy.settings(), now);
    if (change == null || isQuiet(state, policy, now)) {
      return new AlertStep(withNextDue(state, policy, now), AlertType.NO_ALERT, 0);
    }
    if (policy.parents().failing()) {
      AlertState held = state.with(state.notification().hold(change.level()));
      boolean first = held.notification().held() != state.notification().held();
      return AlertStep.holding(
              withNextDue(held, policy, now), first ? change.type() : AlertType.NO_ALERT)
          .saying(change.flapping());
    }
    NotificationState notification = state.notification().release(now);
    Long released = notification.released();
    if (now < notification.mayTellAt(state.troubledSince(), policy.parents(), now)
        && (released == null || slot < released)) {
      return new AlertStep(
          withNextDue(state.with(notification), policy, now), AlertType.NO_ALERT, 0);
    }
    boolean flaps = change.flapping() == Flapping.FLAPPING;
    AlertState notified = state.with(notification.tell(change.level(), flaps, now));
    return new AlertStep(withNextDue(notified, policy, now), change.type(), 0)
        .saying(change.flapping());
  }

  private static @Nullable Long reminderAt(
      NotificationState notification, AlertSettings.Reminders reminders) {
    return notification.isPressing() && reminders.allows(notification.reminders() + 1)
        ? notification.at() + reminders.period().toMillis()
        : null;
  }

  /** When the next stage of channels is told, milliseconds since 1970; null for no more. */
  private static @Nullable Long stageAt(NotificationState notification, AlertPolicy policy) {
    if (!notification.isPressing()) {
      return null;
    }
    return policy.stages().stream()
        .filter(minutes -> minutes > notification.attention().stage())
        .min(Integer::compare)
        .map(minutes -> notification.begun() + TimeUnit.MINUTES.toMillis(minutes))
        .orElse(null);
  }

  /** The last stage whose time has come; the one that was told, when there is no other. */
  private static int lastDueStage(NotificationState notification, AlertPolicy policy, long now) {
    if (!notification.isPressing()) {
      return notification.attention().stage();
    }
    return policy.stages().stream()
        .filter(minutes -> notification.begun() + TimeUnit.MINUTES.toMillis(minutes) <= now)
        .reduce(notification.attention().stage(), Math::max);
  }

  private static boolean isQuiet(AlertState state, AlertPolicy policy, long now) {
    return policy.inMaintenance()
        || !policy.activated()
        || state.notification().attention().snoozedUntil() > now;
  }

  /** Sets the next due time; a check without problems has no state. */
  private static AlertState withNextDue(AlertState state, AlertPolicy policy, long now) {
    if (state.isWell()) {
      return AlertState.WELL;
    }
    List<Long> times = new ArrayList<>();
    state.openSlots().slots().forEach(results -> times.add(results.lookAt(now)));
    if (policy.activated()) {
      long earliest =
          Math.max(
              policy.parents().failing()
                  ? now + HELD_RETRY_MILLIS
                  : policy.inMaintenance() ? now + MAINTENANCE_RETRY_MILLIS : Long.MIN_VALUE,
              state.notification().attention().snoozedUntil());
      dueTimes(state, policy, now).stream()
          .filter(Objects::nonNull)
          .forEach(time -> times.add(Math.max(time, earliest)));
    }
    return new AlertState(
        state.notification(),
        state.failed(),
        state.bad(),
        state.openSlots(),
        state.flaps(),
        times.stream().min(Long::compare).orElse(null));
  }

  /** Times at which an alert may become due without a new result; held-back alerts are due now. */
  private static List<@Nullable Long> dueTimes(AlertState state, AlertPolicy policy, long now) {
    AlertSettings settings = policy.settings();
    List<@Nullable Long> dueTimes = new ArrayList<>();
    Level notified = state.notification().level();
    if (DueChange.of(state, settings, now) != null) {
      dueTimes.add(now);
    }
    if (notified != Level.FAILED) {
      dueTimes.add(DueChange.enoughAt(state.failed(), settings, now));
    }
    if (notified == Level.NONE) {
      dueTimes.add(DueChange.enoughAt(state.bad(), settings, now));
    }
    long mayTellAt = state.notification().mayTellAt(state.troubledSince(), policy.parents(), now);
    dueTimes.replaceAll(time -> time == null ? null : (Long) Math.max(time, mayTellAt));
    dueTimes.add(stageAt(state.notification(), policy));
    dueTimes.add(reminderAt(state.notification(), settings.reminders()));
    return dueTimes;
  }
}
