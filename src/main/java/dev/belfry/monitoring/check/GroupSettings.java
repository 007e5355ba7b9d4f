package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a check group that its members share or that the group rules look at (wire
 * contract 1.6; specification, "Check group configuration"), cut into parts; in JSON they are one
 * flat object. Variables and the defaults of API checks are stored and returned, and not read here.
 */
public record GroupSettings(
    Profile profile,
    Activity activity,
    Locations locations,
    Execution execution,
    GroupRetry retryStrategy,
    Alerting alerting,
    Frequencies frequencies) {

  /**
   * Reads the stored document or the declarative form of a group.
   *
   * @throws IllegalArgumentException if a member has a value that does not fit
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static GroupSettings of(ObjectNode document) {
    return new GroupSettings(
        SettingsJson.read(document, Profile.class),
        SettingsJson.read(document, Activity.class),
        SettingsJson.read(document, Locations.class),
        SettingsJson.read(document, Execution.class),
        GroupRetry.of(document.get("retryStrategy")),
        SettingsJson.read(document, Alerting.class),
        SettingsJson.read(document, Frequencies.class));
  }

  /**
   * What the group is.
   *
   * @param name {@code ""} when the document has none
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Profile(String name, List<String> tags) {
    public Profile {
      tags = List.copyOf(tags);
    }

    @JsonCreator
    static Profile of(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("tags") @Nullable List<String> tags) {
      return new Profile(name == null ? "" : name, tags == null ? List.of() : tags);
    }
  }

  /**
   * How the members run.
   *
   * @param runParallel null when each member decides
   * @param runtimeId runtime of members that name none
   * @param concurrency members that run at once when the group is triggered, 10 when absent
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Execution(
      @Nullable Boolean runParallel, @Nullable String runtimeId, int concurrency) {
    public static final int DEFAULT_CONCURRENCY = 10;

    @JsonCreator
    static Execution of(
        @JsonProperty("runParallel") @Nullable Boolean runParallel,
        @JsonProperty("runtimeId") @Nullable String runtimeId,
        @JsonProperty("concurrency") @Nullable Integer concurrency) {
      return new Execution(
          runParallel, runtimeId, concurrency == null ? DEFAULT_CONCURRENCY : concurrency);
    }
  }

  /**
   * Who is told about the members, and when.
   *
   * @param alertSettings null when the group sets none
   * @param useGlobalAlertSettings null when each member decides
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Alerting(
      @Nullable AlertSettings alertSettings,
      @Nullable Boolean useGlobalAlertSettings,
      List<Subscription> alertChannelSubscriptions) {
    public Alerting {
      alertChannelSubscriptions = List.copyOf(alertChannelSubscriptions);
    }

    @JsonCreator
    static Alerting of(
        @JsonProperty("alertSettings") @Nullable AlertSettings alertSettings,
        @JsonProperty("useGlobalAlertSettings") @Nullable Boolean useGlobalAlertSettings,
        @JsonProperty("alertChannelSubscriptions") @Nullable List<Subscription> subscriptions) {
      return new Alerting(
          alertSettings, useGlobalAlertSettings, subscriptions == null ? List.of() : subscriptions);
    }
  }

  /**
   * The frequencies of a group's declarative form: defaults of its members, never settings in
   * force.
   *
   * @param frequency of all members, null when the group names none
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Frequencies(
      @Nullable Frequency frequency,
      @Nullable TypeDefaults browserChecks,
      @JsonAlias("multiStepChecks") @Nullable TypeDefaults multistepChecks) {}

  /**
   * Defaults of the members of one type.
   *
   * @param frequency null when the group names none for the type
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record TypeDefaults(@Nullable Frequency frequency) {}
}
