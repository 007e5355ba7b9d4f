package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The two switches of a check or a group (specification, "States and transitions").
 *
 * @param activated false means that nothing runs; true when absent
 * @param muted true means that runs go on but no message is sent; false when absent
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Activity(boolean activated, boolean muted) {
  @JsonCreator
  static Activity of(
      @JsonProperty("activated") @Nullable Boolean activated,
      @JsonProperty("muted") @Nullable Boolean muted) {
    return new Activity(activated == null || activated, muted != null && muted);
  }
}
