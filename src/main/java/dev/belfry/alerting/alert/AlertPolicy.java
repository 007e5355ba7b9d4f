package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.AlertSettings;

/**
 * The rules by which a check raises alerts.
 *
 * @param settings the alert settings in force: the group's, the check's or the account's
 * @param inMaintenance whether a maintenance window holds alerts back
 * @param activated whether the check runs
 * @param locations number of locations per run, at least 1; 1 unless they run in parallel
 */
public record AlertPolicy(
    AlertSettings settings, boolean inMaintenance, boolean activated, int locations) {}
