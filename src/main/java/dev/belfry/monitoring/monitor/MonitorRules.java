package dev.belfry.monitoring.monitor;

import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.ResponseTimeRules;
import dev.belfry.monitoring.check.RetryRules;
import dev.belfry.monitoring.check.ScheduleRules;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of a URL monitor that its schema cannot say. */
final class MonitorRules {
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}([.][0-9]{1,18})?");

  private MonitorRules() {}

  /** What is wrong with a draft of a new monitor; its defaults are filled in. */
  static List<Violation> ofNew(MonitorDraft draft) {
    List<Violation> violations = ofMembers(draft);
    if (draft.schedule().frequency().isPresent()) {
      violations.addAll(schedule(draft.schedule()));
    }
    violations.addAll(responseTimes(draft.limits()));
    return violations;
  }

  /**
   * What is wrong with a draft of an update, as far as it can be told from the draft alone: a
   * member that is absent keeps its stored value.
   */
  static List<Violation> ofUpdate(MonitorDraft draft) {
    List<Violation> violations = ofMembers(draft);
    MonitorDraft.Schedule schedule = draft.schedule();
    if (schedule.frequency().isPresent() && schedule.frequencyOffset().isPresent()) {
      violations.addAll(schedule(schedule));
    }
    violations.addAll(responseTimes(draft.limits()));
    return violations;
  }

  /** What is wrong with the settings that an update of a stored monitor would leave. */
  static List<Violation> ofResult(MonitorDraft update, MonitorDraft stored) {
    return ScheduleRules.violations(
        update.schedule().frequency().or(stored.schedule().frequency().value()),
        update.schedule().frequencyOffset().or(stored.schedule().frequencyOffset().value()));
  }

  private static List<Violation> ofMembers(MonitorDraft draft) {
    List<Violation> violations = new ArrayList<>(0);
    MonitorDraft.RequestDraft request = draft.execution().request().value();
    String url = request == null ? null : request.url().value();
    if (url != null && !WebAddress.isWellFormed(url)) {
      violations.add(
          new Violation(
              "/request/url", "must be an http or https address such as https://example.com/"));
    }
    violations.addAll(targets(request));
    violations.addAll(RetryRules.violations(draft.execution().retryStrategy().value()));
    violations.addAll(Subscriptions.violations(draft.alerting().subscriptions()));
    return violations;
  }

  /** A status code is compared with a number; an empty text is no target yet. */
  private static List<Violation> targets(MonitorDraft.@Nullable RequestDraft request) {
    List<MonitorDraft.AssertionDraft> assertions =
        request == null ? null : request.assertions().value();
    List<Violation> violations = new ArrayList<>(0);
    for (int i = 0; assertions != null && i < assertions.size(); i++) {
      String target = assertions.get(i).target().value();
      if (target != null && !target.isBlank() && !NUMBER.matcher(target.strip()).matches()) {
        violations.add(
            new Violation(
                "/request/assertions/" + i + "/target", "must be a number such as \"200\""));
      }
    }
    return violations;
  }

  private static List<Violation> schedule(MonitorDraft.Schedule schedule) {
    return ScheduleRules.violations(
        schedule.frequency().value(), schedule.frequencyOffset().value());
  }

  private static List<Violation> responseTimes(MonitorDraft.Limits limits) {
    return ResponseTimeRules.violations(
        limits.degradedResponseTime().value(), limits.maxResponseTime().value());
  }
}
