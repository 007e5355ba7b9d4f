package dev.belfry.monitoring.check;

import dev.belfry.platform.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which offsets go with which frequency (specification, "frequencyOffset rules" 1 to 3). */
public final class ScheduleRules {
  private ScheduleRules() {}

  /**
   * What is wrong with the two numbers of a check.
   *
   * @param frequency minutes; null is the documented default, 10
   * @param frequencyOffset null is allowed except at frequency 0
   */
  public static List<Violation> violations(
      @Nullable Integer frequency, @Nullable Integer frequencyOffset) {
    int minutes = frequency == null ? Frequency.DEFAULT_MINUTES : frequency;
    if (!Frequency.MINUTES.contains(minutes)) {
      return List.of(
          new Violation("/frequency", "must be one of " + Frequency.MINUTES + " minutes"));
    }
    if (minutes == 0) {
      return frequencyOffset != null && Frequency.SUB_MINUTE_SECONDS.contains(frequencyOffset)
          ? List.of()
          : offset("must be 10, 20 or 30 (seconds between runs) when frequency is 0");
    }
    int max = maxOffset(minutes);
    return frequencyOffset == null || (frequencyOffset >= 1 && frequencyOffset <= max)
        ? List.of()
        : offset("must be between 1 and " + max + " when frequency is " + minutes);
  }

  /**
   * The largest offset at a frequency of 1 to 1440 minutes: {@code floor(frequency * 10)} up to an
   * hour, {@code ceil(frequency / 60)} above.
   */
  public static int maxOffset(int frequency) {
    return frequency <= 60 ? frequency * 10 : (frequency + 59) / 60;
  }

  private static List<Violation> offset(String message) {
    return List.of(new Violation("/frequencyOffset", message));
  }
}
