package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import dev.belfry.monitoring.check.ResponseTimeRules;
import dev.belfry.monitoring.check.RetryDraft;
import dev.belfry.monitoring.check.ScheduleRules;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.heartbeat.HeartbeatDraft;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a monitor, or the stored settings of one. Each member is absent,
 * {@code null} or a value; the body was read by its schema before.
 *
 * @param type of the check, which the operation or the stored row names
 */
record MonitorDraft(
    CheckType type,
    Identity identity,
    Activity activity,
    Schedule schedule,
    Execution execution,
    Limits limits,
    Alerting alerting) {

  /**
   * What the monitor is.
   *
   * @param groupId the group it is in; {@code null} takes it out of every group
   */
  record Identity(
      Field<String> name,
      Field<String> description,
      Field<List<String>> tags,
      Field<Long> groupId,
      Field<Double> groupOrder,
      Field<String> runtimeId) {}

  /** The flags of the monitor. */
  record Activity(
      Field<Boolean> activated,
      Field<Boolean> muted,
      Field<Boolean> shouldFail,
      Field<Boolean> doubleCheck) {}

  /**
   * When and where it runs.
   *
   * @param frequency minutes, 0 for runs every {@code frequencyOffset} seconds
   * @param privateLocations slugs of the account's own locations
   */
  record Schedule(
      Field<Integer> frequency,
      Field<Integer> frequencyOffset,
      Field<List<String>> locations,
      Field<List<String>> privateLocations,
      Field<Boolean> runParallel) {}

  /**
   * What a run does.
   *
   * @param variables absent for types without variables
   * @param scripts names of members that have a script, which no run executes
   * @param heartbeat when pings are expected, in place of runs
   */
  record Execution(
      Field<CheckRequestDraft> request,
      Field<RetryDraft> retryStrategy,
      Field<List<EnvironmentVariableDraft>> variables,
      List<String> scripts,
      Field<HeartbeatDraft> heartbeat) {
    Execution {
      scripts = List.copyOf(scripts);
    }
  }

  /**
   * The limits of what {@link CheckType#limits} says: milliseconds or per cent.
   *
   * @param degraded from when a run is degraded
   * @param max from when a run fails
   */
  record Limits(Field<Double> degraded, Field<Double> max) {
    /** Both limits: one that is absent is the other one's where the value given would cross it. */
    Limits over(@Nullable Double otherDegraded, @Nullable Double otherMax) {
      Double lower = degraded.or(otherDegraded);
      Double upper = max.or(otherMax);
      if (lower != null && upper != null && lower > upper) {
        Field<Double> both = Field.of(degraded.isPresent() ? lower : upper);
        return new Limits(both, both);
      }
      return new Limits(Field.of(lower), Field.of(upper));
    }
  }

  /**
   * Who is told, and when.
   *
   * @param alertSettings carried as sent, since no rule of a write looks into it
   */
  record Alerting(
      Field<JsonNode> alertSettings,
      Field<Boolean> useGlobalAlertSettings,
      Field<IncidentDraft> triggerIncident,
      Field<List<RequestedSubscription>> subscriptions,
      Field<List<Parent>> dependsOn) {}

  /** The member {@code triggerIncident}. */
  record IncidentDraft(
      Field<String> serviceId,
      Field<String> severity,
      Field<String> name,
      Field<String> description,
      Field<Boolean> notifySubscribers) {}

  /** The same draft with the members that every stored monitor has, {@code null} where absent. */
  MonitorDraft complete() {
    if (type == CheckType.HEARTBEAT) {
      return completeHeartbeat();
    }
    ResponseTimeRules.Defaults times = ResponseTimeRules.defaults(type);
    return new MonitorDraft(
        type,
        new Identity(
            identity.name(),
            identity.description().orNull(),
            identity.tags(),
            identity.groupId(),
            identity.groupOrder().orNull(),
            identity.runtimeId().orNull()),
        activity,
        new Schedule(
            schedule.frequency(),
            schedule.frequencyOffset(),
            schedule.locations(),
            schedule.privateLocations().orNull(),
            schedule.runParallel()),
        new Execution(
            execution.request(),
            execution.retryStrategy().orNull(),
            execution.variables(),
            execution.scripts(),
            execution.heartbeat()),
        limits.over(times.degraded(), times.max()),
        new Alerting(
            alerting.alertSettings(),
            alerting.useGlobalAlertSettings(),
            alerting.triggerIncident().orNull(),
            alerting.subscriptions(),
            alerting.dependsOn()));
  }

  /** A heartbeat monitor makes no runs, so it has no schedule, places, limits and retries. */
  private MonitorDraft completeHeartbeat() {
    return new MonitorDraft(
        type,
        new Identity(
            identity.name(),
            identity.description().orNull(),
            identity.tags(),
            identity.groupId(),
            identity.groupOrder().orNull(),
            Field.absent()),
        new Activity(activity.activated(), activity.muted(), Field.absent(), Field.absent()),
        new Schedule(
            Field.absent(), Field.absent(), Field.absent(), Field.absent(), Field.absent()),
        new Execution(
            Field.absent(), Field.absent(), Field.absent(), List.of(), execution.heartbeat()),
        new Limits(Field.absent(), Field.absent()),
        new Alerting(
            alerting.alertSettings(),
            alerting.useGlobalAlertSettings(),
            alerting.triggerIncident().orNull(),
            alerting.subscriptions(),
            alerting.dependsOn()));
  }

  /** This update with the limits that it leaves, where it names one of them. */
  MonitorDraft withLimitsOver(Limits stored) {
    boolean none = !limits.degraded().isPresent() && !limits.max().isPresent();
    return none
        ? this
        : new MonitorDraft(
            type,
            identity,
            activity,
            schedule,
            execution,
            limits.over(stored.degraded().value(), stored.max().value()),
            alerting);
  }

  /** This update without the stored offset, where that does not go with the frequency sent. */
  MonitorDraft withOffsetBeside(@Nullable Integer stored) {
    Integer minutes = schedule.frequency().value();
    return schedule.frequencyOffset().isPresent()
            || stored == null
            || minutes == null
            || minutes == 0
            || stored <= ScheduleRules.maxOffset(minutes)
        ? this
        : new MonitorDraft(
            type,
            identity,
            activity,
            new Schedule(
                schedule.frequency(),
                Field.of(null),
                schedule.locations(),
                schedule.privateLocations(),
                schedule.runParallel()),
            execution,
            limits,
            alerting);
  }

  /** Whether the body names what the monitor depends on. */
  boolean hasParents() {
    List<Parent> parents = alerting.dependsOn().value();
    return parents != null && !parents.isEmpty();
  }

  /** Whether the monitor pings, unless the body pauses it. */
  boolean needsPings() {
    return type == CheckType.ICMP && !Boolean.FALSE.equals(activity.activated().value());
  }

  /** The public locations that the body names; empty when it names none. */
  List<String> publicLocations() {
    List<String> regions = schedule.locations().value();
    return regions == null ? List.of() : regions;
  }

  /** The slugs of private locations that the body names; empty when it names none. */
  List<String> privateLocations() {
    List<String> slugs = schedule.privateLocations().value();
    return slugs == null ? List.of() : slugs;
  }

  /**
   * Whether the rules can be told from the body together with the bound on the stored offset, so
   * that no more than one statement is needed.
   */
  boolean isSelfContained() {
    boolean frequency = schedule.frequency().isPresent();
    boolean offset = schedule.frequencyOffset().isPresent();
    boolean subMinute = Integer.valueOf(0).equals(schedule.frequency().value());
    boolean bothTimes = limits.degraded().isPresent() == limits.max().isPresent();
    return (frequency || !offset)
        && (offset || !subMinute)
        && bothTimes
        && !alerting.dependsOn().isPresent();
  }
}
