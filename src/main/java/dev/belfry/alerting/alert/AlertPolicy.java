package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.AlertSettings;
import java.util.List;

/**
 * The rules by which a check raises alerts.
 *
 * @param settings the alert settings in force: the group's, the check's or the account's
 * @param inMaintenance whether a maintenance window holds alerts back
 * @param activated whether the check runs
 * @param locations number of locations per run, at least 1; 1 unless they run in parallel
 * @param stages the delays of its channels, minutes above 0, ascending
 * @param parents what the check depends on
 */
public record AlertPolicy(
    AlertSettings settings,
    boolean inMaintenance,
    boolean activated,
    int locations,
    List<Integer> stages,
    ParentState parents) {
  public AlertPolicy {
    stages = List.copyOf(stages);
  }

  /** The policy of a check that depends on nothing, and whose channels are all told at once. */
  public AlertPolicy(
      AlertSettings settings, boolean inMaintenance, boolean activated, int locations) {
    this(settings, inMaintenance, activated, locations, List.of(), ParentState.NONE);
  }
}
