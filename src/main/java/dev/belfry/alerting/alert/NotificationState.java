package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The last notification about a check, and what people did about it. A member that a state of an
 * earlier version lacks is 0 or false. Times are milliseconds since 1970.
 *
 * @param episode id of the episode, set before the first notification because an escalation by time
 *     needs it; null while all runs pass
 * @param at time of the last notification
 * @param reminders number of reminders at this level
 * @param since time of the first notification at this level
 * @param stage delay in minutes of the last stage of channels that was told
 * @param acknowledged whether someone attends to it: no reminders, no further stage
 * @param snoozedUntil before this time only a recovery is told; 0 for never snoozed
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
record NotificationState(
    Level level,
    @Nullable UUID episode,
    long at,
    int reminders,
    long since,
    int stage,
    boolean acknowledged,
    long snoozedUntil) {
  static final NotificationState NOTHING =
      new NotificationState(Level.NONE, null, 0, 0, 0, 0, false, 0);

  /** The notified level. */
  enum Level {
    NONE,
    DEGRADED,
    FAILED
  }

  /** No notification yet in this episode. */
  static NotificationState expecting(UUID episode) {
    return new NotificationState(Level.NONE, episode, 0, 0, 0, 0, false, 0);
  }

  /**
   * After a notification of a new level. A failure after a degradation begins with the first stage
   * of channels again; who acknowledged attends to both.
   */
  NotificationState tell(Level now, long when) {
    boolean worse = now.compareTo(level) > 0;
    return new NotificationState(
        now, episode, when, 0, when, worse ? 0 : stage, acknowledged, snoozedUntil);
  }

  /** After a reminder. */
  NotificationState remind(long when) {
    return new NotificationState(
        level, episode, when, reminders + 1, since, stage, acknowledged, snoozedUntil);
  }

  /** After the channels of a stage were told, which also puts off the next reminder. */
  NotificationState escalate(int minutes, long when) {
    return new NotificationState(
        level, episode, when, reminders, since, minutes, acknowledged, snoozedUntil);
  }

  /** Acknowledged, or no longer. */
  NotificationState acknowledge(boolean now) {
    return new NotificationState(level, episode, at, reminders, since, stage, now, snoozedUntil);
  }

  /** Snoozed until a time; one that has passed ends it. */
  NotificationState snooze(long until) {
    return new NotificationState(level, episode, at, reminders, since, stage, acknowledged, until);
  }

  /** When the level was first notified; states of earlier versions do not know it. */
  long begun() {
    return since == 0 ? at : since;
  }
}
