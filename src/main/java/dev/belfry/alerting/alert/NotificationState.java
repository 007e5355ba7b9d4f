package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The last notification about a check.
 *
 * @param episode id of the episode, set before the first notification because an escalation by time
 *     needs it; null while all runs pass
 * @param at time of the last notification, milliseconds since 1970
 * @param reminders number of reminders at this level
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
record NotificationState(Level level, @Nullable UUID episode, long at, int reminders) {
  static final NotificationState NOTHING = new NotificationState(Level.NONE, null, 0, 0);

  /** The notified level. */
  enum Level {
    NONE,
    DEGRADED,
    FAILED
  }

  /** No notification yet in this episode. */
  static NotificationState expecting(UUID episode) {
    return new NotificationState(Level.NONE, episode, 0, 0);
  }

  /** After a notification of a new level. */
  NotificationState tell(Level now, long when) {
    return new NotificationState(now, episode, when, 0);
  }

  /** After a reminder. */
  NotificationState remind(long when) {
    return new NotificationState(level, episode, when, reminders + 1);
  }
}
