package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The alert state of a check. Only {@link AlertEngine} makes new states.
 *
 * @param notification the last notification
 * @param failed consecutive failed runs
 * @param bad consecutive runs that did not pass
 * @param openSlots slots with missing results
 * @param flaps the last verdicts, of checks that look for flapping
 * @param due when the engine must decide again, milliseconds since 1970, null for never
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AlertState(
    @JsonProperty("notice") NotificationState notification,
    Streak failed,
    Streak bad,
    @JsonProperty("tallies") OpenSlots openSlots,
    @JsonIgnore FlapState flaps,
    @Nullable Long due) {
  /** All runs pass and no notification is open: nothing to store. */
  public static final AlertState WELL =
      new AlertState(
          NotificationState.NOTHING,
          Streak.NONE,
          Streak.NONE,
          OpenSlots.NONE,
          FlapState.NONE,
          null);

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @JsonCreator
  static AlertState of(
      @JsonProperty("notice") @Nullable NotificationState notification,
      @JsonProperty("failed") @Nullable Streak failed,
      @JsonProperty("bad") @Nullable Streak bad,
      @JsonProperty("tallies") @Nullable OpenSlots openSlots,
      @JsonProperty("flapping") @Nullable FlapState flaps,
      @JsonProperty("due") @Nullable Long due) {
    return new AlertState(
        notification == null ? NotificationState.NOTHING : notification,
        failed == null ? Streak.NONE : failed,
        bad == null ? Streak.NONE : bad,
        openSlots == null ? OpenSlots.NONE : openSlots,
        flaps == null ? FlapState.NONE : flaps,
        due);
  }

  /**
   * Reads the stored form, written by this version or another.
   *
   * @throws IllegalArgumentException if it is not a state
   */
  public static AlertState of(String json) {
    try {
      return MAPPER.readValue(json, AlertState.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an alert state: " + e.getOriginalMessage(), e);
    }
  }

  /** The stored form, JSON. */
  public String json() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  AlertState with(NotificationState notified) {
    return new AlertState(notified, failed, bad, openSlots, flaps, due);
  }

  AlertState with(OpenSlots counted) {
    return new AlertState(notification, failed, bad, counted, flaps, due);
  }

  AlertState with(FlapState counted) {
    return new AlertState(notification, failed, bad, openSlots, counted, due);
  }

  /** After a run that passed while the check flaps. */
  AlertState withoutStreaks() {
    return new AlertState(notification, Streak.NONE, Streak.NONE, openSlots, flaps, due);
  }

  /** When what is to be told began: the flapping, or the first bad run of those in a row. */
  long troubledSince() {
    return flaps.isFlapping() ? flaps.since() : bad.since();
  }

  /** The stored form of {@link #flaps}: most states have none. */
  @JsonProperty("flapping")
  @Nullable FlapState storedFlaps() {
    return flaps.isCalm() ? null : flaps;
  }

  /** Whether there is nothing to store. */
  @JsonIgnore
  public boolean isWell() {
    return notification.level() == NotificationState.Level.NONE
        && bad.runs() == 0
        && flaps.isCalm()
        && openSlots.isIdle();
  }

  /** Whether the check is failing, told or not. */
  @JsonIgnore
  public boolean isFailing() {
    return failed.runs() > 0 || notification.level() == NotificationState.Level.FAILED;
  }

  /** Id of the open episode, from its first alert to its recovery; null without one. */
  public @Nullable UUID episode() {
    return notification.level() == NotificationState.Level.NONE ? null : notification.episode();
  }

  /**
   * Slots with missing results, oldest first. Their results may be stored already: passed results
   * are not counted while a check has no state, nor are MISSED ones.
   */
  public List<Long> undecided() {
    return openSlots.slots().stream().map(SlotResults::slot).toList();
  }
}
