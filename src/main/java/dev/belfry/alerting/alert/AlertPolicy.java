package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.AlertSettings;

/**
 * What is asked for when a check fails.
 *
 * @param settings those in force: the group's, the check's own or the account's
 * @param inMaintenance whether a maintenance window holds alerts back
 * @param activated whether the check runs
 * @param locations how many run at the same time, at least 1; 1 unless they run in parallel
 */
public record AlertPolicy(
    AlertSettings settings, boolean inMaintenance, boolean activated, int locations) {}
