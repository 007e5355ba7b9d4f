package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often a check runs: the constants a group is configured with, and the arithmetic of the two
 * numbers on the wire. {@code EVERY_3H} is not in the specification's list but 180 minutes is, and
 * the real client sends it (wire contract, 3.5).
 */
public enum Frequency {
  EVERY_10S(0, 10),
  EVERY_20S(0, 20),
  EVERY_30S(0, 30),
  EVERY_1M(1, 0),
  EVERY_2M(2, 0),
  EVERY_5M(5, 0),
  EVERY_10M(10, 0),
  EVERY_15M(15, 0),
  EVERY_30M(30, 0),
  EVERY_1H(60, 0),
  EVERY_2H(120, 0),
  EVERY_3H(180, 0),
  EVERY_6H(360, 0),
  EVERY_12H(720, 0),
  EVERY_24H(1440, 0);

  /** Allowed values of {@code frequency}, in minutes; 0 means sub-minute runs. */
  public static final List<Integer> MINUTES =
      List.of(0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440);

  /** Allowed values of {@code frequencyOffset} at frequency 0, in seconds. */
  public static final List<Integer> SUB_MINUTE_SECONDS = List.of(10, 20, 30);

  /** Minutes of a check that names no frequency. */
  public static final int DEFAULT_MINUTES = 10;

  private final int minutes;
  private final int offsetSeconds;

  Frequency(int minutes, int offsetSeconds) {
    this.minutes = minutes;
    this.offsetSeconds = offsetSeconds;
  }

  /** Value of {@code frequency} on a check: minutes, 0 for the sub-minute constants. */
  public int minutes() {
    return minutes;
  }

  /**
   * Value of {@code frequencyOffset} on a check: 10, 20 or 30, and 0 (send none) from a minute on.
   */
  public int offsetSeconds() {
    return offsetSeconds;
  }

  /**
   * The longest period that is not longer than {@code seconds}; {@link #EVERY_10S} for less than 10
   * seconds.
   */
  public static Frequency within(double seconds) {
    Frequency longest = EVERY_10S;
    for (Frequency frequency : values()) {
      if (frequency.period().toSeconds() <= seconds) {
        longest = frequency;
      }
    }
    return longest;
  }

  /** Whether this is a run every 10, 20 or 30 seconds. */
  public boolean isSubMinute() {
    return minutes == 0;
  }

  /** Time from one run to the next, 10 seconds to 24 hours. */
  public Duration period() {
    return period(minutes, offsetSeconds);
  }

  /**
   * Time from one run to the next of a check whose numbers keep {@link ScheduleRules}.
   *
   * @param frequency minutes, or 0
   * @param offset seconds when {@code frequency} is 0; otherwise not looked at
   * @throws IllegalArgumentException if the numbers name no period
   */
  public static Duration period(int frequency, @Nullable Integer offset) {
    if (frequency > 0) {
      return Duration.ofMinutes(frequency);
    }
    if (frequency == 0 && offset != null && offset > 0) {
      return Duration.ofSeconds(offset);
    }
    throw new IllegalArgumentException(
        "no period in frequency " + frequency + " with offset " + offset);
  }

  /**
   * Reads a group's frequency: the name of a constant, or a number of minutes from 1 up.
   *
   * @throws IllegalArgumentException if it is neither
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Frequency of(JsonNode value) {
    for (Frequency frequency : values()) {
      boolean minutes = !frequency.isSubMinute() && value.isNumber();
      if (minutes
          ? value.doubleValue() == frequency.minutes
          : frequency.name().equals(value.textValue())) {
        return frequency;
      }
    }
    throw new IllegalArgumentException("not a frequency: " + value);
  }
}
