package dev.belfry.monitoring.maintenance;

import dev.belfry.platform.error.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a window must be, and what it does to a check. The functions {@code maintenance_silences}
 * and {@code maintenance_pauses} of the schema say the same in SQL.
 */
final class MaintenanceRules {
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

  private MaintenanceRules() {}

  /**
   * Whether a check does not alert while the window lasts.
   *
   * @param tags the check's own and its group's
   */
  static boolean holds(WindowScope scope, List<String> tags) {
    return scope.silenceAllAlerts()
        || share(scope.tags(), tags)
        || share(scope.silenceAlertsTags(), tags)
        || pauses(scope, tags);
  }

  /**
   * Whether a check does not run while the window lasts.
   *
   * @param tags the check's own and its group's
   */
  static boolean pauses(WindowScope scope, List<String> tags) {
    return scope.pauseAllChecks() && (scope.tags().isEmpty() || share(scope.tags(), tags));
  }

  private static boolean share(List<String> some, List<String> others) {
    return !Collections.disjoint(some, others);
  }

  /** What is wrong with a window as it would be stored. */
  static List<Violation> violations(MaintenanceWindow window) {
    List<Violation> violations = new ArrayList<>();
    RecurrencePlan plan = window.plan();
    requireInRange(violations, "/startsAt", plan.starts());
    requireInRange(violations, "/endsAt", plan.ends());
    if (!plan.ends().isAfter(plan.starts())) {
      violations.add(new Violation("/endsAt", "must be after startsAt"));
    }
    Instant repeatEnds = plan.repeatEnds();
    if (repeatEnds != null) {
      requireInRange(violations, "/repeatEndsAt", repeatEnds);
      if (!repeatEnds.isAfter(plan.starts())) {
        violations.add(new Violation("/repeatEndsAt", "must be after startsAt"));
      }
    }
    WindowScope scope = window.scope();
    if (scope.tags().isEmpty()
        && scope.silenceAlertsTags().isEmpty()
        && !scope.silenceAllAlerts()
        && !scope.pauseAllChecks()
        && !window.visibility().enabled()) {
      violations.add(
          new Violation(
              "/tags",
              "must name a tag of the checks that the window concerns. Only silenceAlertsTags,"
                  + " silenceAllAlerts, pauseAllChecks or statusPageVisibility, where the client"
                  + " has them, can stand in for tags"));
    }
    return violations;
  }

  private static void requireInRange(List<Violation> violations, String path, Instant time) {
    if (time.isBefore(EARLIEST) || !time.isBefore(LATEST)) {
      violations.add(new Violation(path, "must lie in the years 2000 to 2099"));
    }
  }
}
