package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.AlertType;

/**
 * An alert of a replay.
 *
 * @param reminder number of the reminder from 1; 0 for other alerts
 * @param at when it is raised, milliseconds since 1970
 * @param episode number of its episode within the replay
 */
record ReplayedAlert(AlertType type, int reminder, long at, long episode) {}
