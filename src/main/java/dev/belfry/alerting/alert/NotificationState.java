package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people have been told.
 *
 * @param episode its name; there before anything is told, since an alert by the clock needs it;
 *     null when nothing is wrong
 * @param at when they were told last, milliseconds since 1970
 * @param reminders how many there were at this level
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
record NotificationState(Level level, @Nullable UUID episode, long at, int reminders) {
  static final NotificationState NOTHING = new NotificationState(Level.NONE, null, 0, 0);

  /** How bad it is. */
  enum Level {
    NONE,
    DEGRADED,
    FAILED
  }

  /** Nothing told yet, and what it will be called. */
  static NotificationState expecting(UUID episode) {
    return new NotificationState(Level.NONE, episode, 0, 0);
  }

  /** Told of something else. */
  NotificationState tell(Level now, long when) {
    return new NotificationState(now, episode, when, 0);
  }

  /** Reminded of the same. */
  NotificationState remind(long when) {
    return new NotificationState(level, episode, when, reminders + 1);
  }
}
