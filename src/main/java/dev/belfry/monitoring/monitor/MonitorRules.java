package dev.belfry.monitoring.monitor;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.EnvironmentVariableRules;
import dev.belfry.monitoring.check.ResponseTimeRules;
import dev.belfry.monitoring.check.RetryRules;
import dev.belfry.monitoring.check.ScheduleRules;
import dev.belfry.monitoring.check.SecretText;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.monitoring.heartbeat.HeartbeatDraft;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** Rules of a monitor that its schema cannot say. */
final class MonitorRules {
  private MonitorRules() {}

  /** What is wrong with a draft of a new monitor; its defaults are filled in. */
  static List<Violation> ofNew(MonitorDraft draft) {
    List<Violation> violations = ofMembers(draft);
    violations.addAll(EnvironmentVariableRules.ofNew(draft.execution().variables()));
    if (draft.execution().request().value() instanceof ApiRequestDraft request) {
      ApiRequestDraft.Credentials credentials = request.basicAuth().value();
      if (credentials != null) {
        violations.addAll(SecretText.ofNew("/request/basicAuth/password", credentials.password()));
      }
    }
    HeartbeatDraft heartbeat = draft.execution().heartbeat().value();
    if (heartbeat != null) {
      violations.addAll(heartbeat.violationsOfNew());
    }
    if (draft.schedule().frequency().isPresent()) {
      violations.addAll(schedule(draft.schedule()));
    }
    violations.addAll(limits(draft));
    return violations;
  }

  /**
   * What is wrong with a draft of an update, as far as it can be told from the draft alone: a
   * member that is absent keeps its stored value.
   */
  static List<Violation> ofUpdate(MonitorDraft draft) {
    List<Violation> violations = ofMembers(draft);
    violations.addAll(EnvironmentVariableRules.ofUpdate(draft.execution().variables()));
    HeartbeatDraft heartbeat = draft.execution().heartbeat().value();
    if (heartbeat != null) {
      violations.addAll(heartbeat.violations());
    }
    MonitorDraft.Schedule schedule = draft.schedule();
    if (schedule.frequency().isPresent() && schedule.frequencyOffset().isPresent()) {
      violations.addAll(schedule(schedule));
    }
    violations.addAll(limits(draft));
    return violations;
  }

  /**
   * What is wrong with the settings that an update of a stored monitor would leave.
   *
   * @param written the settings that the update writes, with kept secrets, JSON text
   */
  static List<Violation> ofResult(MonitorDraft update, MonitorDraft stored, String written) {
    List<Violation> violations =
        new ArrayList<>(
            ScheduleRules.violations(
                update.schedule().frequency().or(stored.schedule().frequency().value()),
                update
                    .schedule()
                    .frequencyOffset()
                    .or(stored.schedule().frequencyOffset().value())));
    if (update.type().hasVariables()) {
      violations.addAll(
          EnvironmentVariableRules.ofResult(
              MonitorCodec.read(update.type(), JsonText.parse(written)).execution().variables()));
    }
    return violations;
  }

  private static List<Violation> ofMembers(MonitorDraft draft) {
    List<Violation> violations = new ArrayList<>(0);
    CheckRequestDraft request = draft.execution().request().value();
    if (request != null) {
      violations.addAll(request.violations());
    }
    for (String script : draft.execution().scripts()) {
      violations.add(new Violation("/" + script, "must be empty: this service runs no scripts"));
    }
    Integer minutes = draft.schedule().frequency().value();
    if (minutes != null && minutes == 0 && !draft.type().supportsSubMinute()) {
      violations.add(
          new Violation(
              "/frequency",
              "must be 1 minute or more: %s checks do not support sub-minute runs"
                  .formatted(draft.type())));
    }
    violations.addAll(
        RetryRules.violations(draft.type(), draft.execution().retryStrategy().value()));
    violations.addAll(Subscriptions.violations(draft.alerting().subscriptions()));
    violations.addAll(Dependencies.violations(draft.alerting().dependsOn()));
    return violations;
  }

  private static List<Violation> schedule(MonitorDraft.Schedule schedule) {
    return ScheduleRules.violations(
        schedule.frequency().value(), schedule.frequencyOffset().value());
  }

  private static List<Violation> limits(MonitorDraft draft) {
    MonitorDraft.Limits limits = draft.limits();
    return ResponseTimeRules.violations(
        draft.type().limits(), limits.degraded().value(), limits.max().value());
  }
}
