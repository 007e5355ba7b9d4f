package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What an account decides for all its checks.
 *
 * @param alertSettings in force where a check or its group uses the global ones
 * @param runtimeId runtime of checks that name none, and whose group names none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record AccountSettings(AlertSettings alertSettings, @Nullable String runtimeId) {
  /** An account that decided nothing. */
  public static final AccountSettings DEFAULT = new AccountSettings(AlertSettings.DEFAULT, null);

  @JsonCreator
  static AccountSettings of(
      @JsonProperty("alertSettings") @Nullable AlertSettings alertSettings,
      @JsonProperty("runtimeId") @Nullable String runtimeId) {
    return new AccountSettings(
        alertSettings == null ? AlertSettings.DEFAULT : alertSettings, runtimeId);
  }
}
