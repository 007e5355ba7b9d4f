package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The last notification about a check. Times are milliseconds since 1970.
 *
 * @param episode id of the episode, set before the first notification because an escalation by time
 *     needs it; null while all runs pass
 * @param at time of the last notification
 * @param reminders number of reminders at this level
 * @param attention who was told, and what people did about it
 * @param held the worst level that a failing parent held since, null for none
 * @param released when no parent failed any more, null while one does
 * @param flapping whether the check was told as flapping, and not yet as settled
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
record NotificationState(
    Level level,
    @Nullable UUID episode,
    long at,
    int reminders,
    Attention attention,
    @Nullable Level held,
    @Nullable Long released,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean flapping) {
  static final NotificationState NOTHING = new NotificationState(Level.NONE, null);

  /** The notified level. */
  enum Level {
    NONE,
    DEGRADED,
    FAILED
  }

  private NotificationState(Level level, @Nullable UUID episode) {
    this(level, episode, 0, 0, Attention.NONE, null, null, false);
  }

  @JsonCreator
  static NotificationState of(
      @JsonProperty("level") Level level,
      @JsonProperty("episode") @Nullable UUID episode,
      @JsonProperty("at") long at,
      @JsonProperty("reminders") int reminders,
      @JsonProperty("attention") @Nullable Attention attention,
      @JsonProperty("held") @Nullable Level held,
      @JsonProperty("released") @Nullable Long released,
      @JsonProperty("flapping") boolean flapping) {
    return new NotificationState(
        level,
        episode,
        at,
        reminders,
        attention == null ? Attention.NONE : attention,
        held,
        released,
        flapping);
  }

  /** No notification yet in this episode. */
  static NotificationState expecting(UUID episode) {
    return new NotificationState(Level.NONE, episode);
  }

  /**
   * After a notification of a level, or of the beginning or the end of flapping.
   *
   * @param flaps whether the check is told as flapping
   */
  NotificationState tell(Level now, boolean flaps, long when) {
    Attention told = now == level ? attention : attention.tell(now.compareTo(level) > 0, when);
    return new NotificationState(now, episode, when, 0, told, null, null, flaps);
  }

  /** After a reminder. */
  NotificationState remind(long when) {
    return new NotificationState(
        level, episode, when, reminders + 1, attention, held, released, flapping);
  }

  /** After the channels of a stage were told, which also puts off the next reminder. */
  NotificationState escalate(int minutes, long when) {
    return new NotificationState(
        level, episode, when, reminders, attention.escalate(minutes), held, released, flapping);
  }

  /** After people did something. */
  NotificationState with(Attention now) {
    return new NotificationState(level, episode, at, reminders, now, held, released, flapping);
  }

  /** Whether reminders and further stages are due in time: told, and nobody attends to it. */
  boolean isPressing() {
    return level != Level.NONE && !attention.acknowledged();
  }

  /** When the level was first notified; states of earlier versions do not know it. */
  long begun() {
    return attention.since() == 0 ? at : attention.since();
  }

  /** While a parent fails. */
  NotificationState hold(Level wanted) {
    Level worst = held == null || held.compareTo(wanted) < 0 ? wanted : held;
    return new NotificationState(level, episode, at, reminders, attention, worst, null, flapping);
  }

  /** From when on no parent fails; what was not held stays as it is. */
  NotificationState release(long when) {
    return held == null || released != null
        ? this
        : new NotificationState(level, episode, at, reminders, attention, held, when, flapping);
  }

  /**
   * When a level may be told that differs from the notified one, of a check that fails since; by
   * what is known now.
   */
  long mayTellAt(long since, ParentState parents, long now) {
    return released != null ? released + parents.graceMillis() : parents.mayTellAt(since, now);
  }
}
