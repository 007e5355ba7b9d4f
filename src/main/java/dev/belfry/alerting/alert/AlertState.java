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
 * What there is to remember of a check's alerts. Only {@link AlertEngine} makes a new one.
 *
 * @param notification what people have been told
 * @param failed consecutive failed runs
 * @param bad consecutive runs that did not pass
 * @param openSlots slots that not every location has reported
 * @param due when the engine wants to be asked again, milliseconds since 1970, null for never
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AlertState(
    @JsonProperty("notice") NotificationState notification,
    Streak failed,
    Streak bad,
    @JsonProperty("tallies") OpenSlots openSlots,
    @Nullable Long due) {
  /** All passes and nobody has been told anything: nothing to remember. */
  public static final AlertState WELL =
      new AlertState(NotificationState.NOTHING, Streak.NONE, Streak.NONE, OpenSlots.NONE, null);

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @JsonCreator
  static AlertState of(
      @JsonProperty("notice") @Nullable NotificationState notification,
      @JsonProperty("failed") @Nullable Streak failed,
      @JsonProperty("bad") @Nullable Streak bad,
      @JsonProperty("tallies") @Nullable OpenSlots openSlots,
      @JsonProperty("due") @Nullable Long due) {
    return new AlertState(
        notification == null ? NotificationState.NOTHING : notification,
        failed == null ? Streak.NONE : failed,
        bad == null ? Streak.NONE : bad,
        openSlots == null ? OpenSlots.NONE : openSlots,
        due);
  }

  /**
   * Reads what {@link #json()} wrote, by this version or another.
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

  /** As it is stored. */
  public String json() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  AlertState with(NotificationState notified) {
    return new AlertState(notified, failed, bad, openSlots, due);
  }

  AlertState with(OpenSlots counted) {
    return new AlertState(notification, failed, bad, counted, due);
  }

  /** Whether there is nothing to remember. */
  @JsonIgnore
  public boolean isWell() {
    return notification.level() == NotificationState.Level.NONE
        && bad.runs() == 0
        && openSlots.isIdle();
  }

  /** What is going on, from its first alert to its recovery; null when people think all is well. */
  public @Nullable UUID episode() {
    return notification.level() == NotificationState.Level.NONE ? null : notification.episode();
  }

  /**
   * Slots of which not every location has reported, oldest first: results of them are wanted that
   * nobody stepped since all was well when they came, or since they tell nothing by themselves.
   */
  public List<Long> undecided() {
    return openSlots.slots().stream().map(SlotResults::slot).toList();
  }
}
