package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings in force for a check: its own with those of its group and its account. The SQL
 * function {@code effective_settings} computes them (ADR 35); this record is a row of it. {@link
 * GroupOverlay} is the same rule for documents that the API shows.
 *
 * @param activated whether the check runs at all
 * @param muted whether messages are withheld; alert state and incidents go on
 * @param runParallel whether each run goes to all locations
 * @param retryStrategy for failed runs, null for no retries
 * @param tags of the check, then those of the group that it lacks
 * @param runtimeId null when check, group and account name none
 * @param alertSettings the account's, the group's or the check's, with every default filled in
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record EffectiveSettings(
    boolean activated,
    boolean muted,
    boolean runParallel,
    @Nullable RetryStrategy retryStrategy,
    Locations locations,
    List<String> tags,
    @Nullable String runtimeId,
    AlertSettings alertSettings) {
  /** Adds the row e to a statement on checks c, accounts a and check_groups g (or null). */
  public static final String JOIN =
      """

      CROSS JOIN LATERAL effective_settings(
        c.settings, g.settings, a.alert_settings, a.runtime_id) AS e
      """;

  /** The column that {@link #read} reads. */
  public static final String COLUMN = "to_jsonb(e)::text";

  public EffectiveSettings {
    tags = List.copyOf(tags);
  }

  @JsonCreator
  static EffectiveSettings of(
      @JsonProperty("activated") boolean activated,
      @JsonProperty("muted") boolean muted,
      @JsonProperty("run_parallel") boolean runParallel,
      @JsonProperty("retry_strategy") @Nullable RetryStrategy retryStrategy,
      @JsonProperty("locations") List<String> locations,
      @JsonProperty("private_locations") List<String> privateLocations,
      @JsonProperty("tags") List<String> tags,
      @JsonProperty("runtime_id") @Nullable String runtimeId,
      @JsonProperty("alert_settings") @Nullable AlertSettings alertSettings) {
    return new EffectiveSettings(
        activated,
        muted,
        runParallel,
        retryStrategy,
        new Locations(locations, privateLocations),
        tags,
        runtimeId,
        alertSettings == null ? AlertSettings.DEFAULT : alertSettings);
  }

  /**
   * Reads a value of {@link #COLUMN}.
   *
   * @throws IllegalArgumentException if a member has a value that does not fit
   */
  public static EffectiveSettings read(String column) {
    return SettingsJson.parse(column, EffectiveSettings.class);
  }
}
