package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * When a check that changes its state again and again counts as flapping. It begins to flap when
 * the share of changes among its last runs reaches the high threshold, and calms down when the
 * share falls below the low one.
 *
 * @param windowRuns runs that are looked at, 5 to 50
 * @param highThreshold percent of changes, 20 to 100
 * @param lowThreshold percent of changes, 1 to 19
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record FlapDetection(boolean enabled, int windowRuns, int highThreshold, int lowThreshold) {
  /** What applies to members that settings lack. */
  public static final FlapDetection DEFAULT = new FlapDetection(false, 21, 30, 15);

  @JsonCreator
  static FlapDetection of(
      @JsonProperty("enabled") @Nullable Boolean enabled,
      @JsonProperty("windowRuns") @Nullable Integer windowRuns,
      @JsonProperty("highThreshold") @Nullable Integer highThreshold,
      @JsonProperty("lowThreshold") @Nullable Integer lowThreshold) {
    return new FlapDetection(
        enabled == null ? DEFAULT.enabled : enabled,
        windowRuns == null ? DEFAULT.windowRuns : windowRuns,
        highThreshold == null ? DEFAULT.highThreshold : highThreshold,
        lowThreshold == null ? DEFAULT.lowThreshold : lowThreshold);
  }

  /** Whether so many changes begin the flapping of a check. */
  public boolean begins(int changes) {
    return 100 * changes >= highThreshold * (windowRuns - 1);
  }

  /** Whether a flapping check with so many changes has calmed down. */
  public boolean ends(int changes) {
    return 100 * changes < lowThreshold * (windowRuns - 1);
  }
}
