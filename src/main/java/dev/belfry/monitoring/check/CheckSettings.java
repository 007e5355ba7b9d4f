package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a check (specification, "URL monitor"; other types differ in their request), cut
 * into parts; in JSON they are one flat object. Absent members have their documented defaults. The
 * deprecated {@code doubleCheck} is not read: {@code retryStrategy} replaces it.
 */
public record CheckSettings(
    Identity identity,
    Activity activity,
    Schedule schedule,
    Locations locations,
    Execution execution,
    Expectation expectation,
    Alerting alerting) {

  /**
   * Reads the stored document of a check of any type.
   *
   * @throws IllegalArgumentException if a member has a value that does not fit
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static CheckSettings of(ObjectNode document) {
    Identity identity = SettingsJson.read(document, Identity.class);
    return new CheckSettings(
        identity,
        SettingsJson.read(document, Activity.class),
        SettingsJson.read(document, Schedule.class),
        SettingsJson.read(document, Locations.class),
        execution(identity.checkType(), document),
        SettingsJson.read(document, Expectation.class),
        SettingsJson.read(document, Alerting.class));
  }

  private static Execution execution(CheckType type, ObjectNode document) {
    JsonNode request = document.path("request");
    Repetition repetition = SettingsJson.read(document, Repetition.class);
    return new Execution(
        request.isObject() && CheckRequest.recordOf(type).isPresent()
            ? CheckRequest.read(
                type, type == CheckType.ICMP ? IcmpRequest.withThresholds(document) : request)
            : null,
        repetition.runParallel(),
        repetition.retryStrategy());
  }

  /** The members of {@link Execution} that do not depend on the type. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Repetition(boolean runParallel, @Nullable RetryStrategy retryStrategy) {}

  /** The flat document, with every documented default written out. */
  @JsonValue
  public ObjectNode toJson() {
    return SettingsJson.write(
        identity, activity, schedule, locations, execution, expectation, alerting);
  }

  /**
   * What the check is and belongs to.
   *
   * @param name {@code ""} when the document has none
   * @param checkType {@code URL} when absent
   * @param groupOrder 0 or more
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Identity(
      String name,
      @Nullable String description,
      CheckType checkType,
      List<String> tags,
      @Nullable Long groupId,
      @Nullable Double groupOrder,
      @Nullable String runtimeId) {
    public Identity {
      tags = List.copyOf(tags);
    }

    @JsonCreator
    static Identity of(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("checkType") @Nullable CheckType checkType,
        @JsonProperty("tags") @Nullable List<String> tags,
        @JsonProperty("groupId") @Nullable Long groupId,
        @JsonProperty("groupOrder") @Nullable Double groupOrder,
        @JsonProperty("runtimeId") @Nullable String runtimeId) {
      return new Identity(
          name == null ? "" : name,
          description,
          checkType == null ? CheckType.URL : checkType,
          tags == null ? List.of() : tags,
          groupId,
          groupOrder,
          runtimeId);
    }

    Identity with(List<String> otherTags, @Nullable String otherRuntimeId) {
      return new Identity(
          name, description, checkType, otherTags, groupId, groupOrder, otherRuntimeId);
    }
  }

  /**
   * When the check runs; {@link ScheduleRules} says which numbers go together.
   *
   * @param frequency minutes, 0 for sub-minute runs, 10 when absent
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Schedule(int frequency, @Nullable Integer frequencyOffset) {
    @JsonCreator
    static Schedule of(
        @JsonProperty("frequency") @Nullable Integer frequency,
        @JsonProperty("frequencyOffset") @Nullable Integer frequencyOffset) {
      return new Schedule(
          frequency == null ? Frequency.DEFAULT_MINUTES : frequency, frequencyOffset);
    }

    /** Time from one run to the next, 10 seconds to 24 hours. */
    public Duration period() {
      return Frequency.period(frequency, frequencyOffset);
    }
  }

  /**
   * What a run does.
   *
   * @param request null for types that make none
   * @param runParallel whether each run goes to all locations; false when absent
   * @param retryStrategy null for no retries
   */
  public record Execution(
      @Nullable CheckRequest request, boolean runParallel, @Nullable RetryStrategy retryStrategy) {}

  /**
   * What an answer is held against.
   *
   * @param shouldFail inverts what counts as failure; false when absent
   * @param degradedResponseTime milliseconds, 0 to 30000, null for no limit
   * @param maxResponseTime milliseconds, 0 to 30000, null for no limit
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Expectation(
      boolean shouldFail,
      @Nullable Double degradedResponseTime,
      @Nullable Double maxResponseTime) {}

  /**
   * Who is told, and when.
   *
   * @param useGlobalAlertSettings true when absent: the account's apply, not the check's own
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Alerting(
      AlertSettings alertSettings,
      boolean useGlobalAlertSettings,
      List<Subscription> alertChannelSubscriptions,
      @Nullable TriggerIncident triggerIncident) {
    public Alerting {
      alertChannelSubscriptions = List.copyOf(alertChannelSubscriptions);
    }

    @JsonCreator
    static Alerting of(
        @JsonProperty("alertSettings") @Nullable AlertSettings alertSettings,
        @JsonProperty("useGlobalAlertSettings") @Nullable Boolean useGlobalAlertSettings,
        @JsonProperty("alertChannelSubscriptions") @Nullable List<Subscription> subscriptions,
        @JsonProperty("triggerIncident") @Nullable TriggerIncident triggerIncident) {
      return new Alerting(
          alertSettings == null ? AlertSettings.DEFAULT : alertSettings,
          useGlobalAlertSettings == null || useGlobalAlertSettings,
          subscriptions == null ? List.of() : subscriptions,
          triggerIncident);
    }
  }
}
