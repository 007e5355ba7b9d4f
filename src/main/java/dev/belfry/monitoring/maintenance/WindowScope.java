package dev.belfry.monitoring.maintenance;

import java.util.List;

/**
 * Which checks a window concerns and how.
 *
 * @param tags those with one of them do not alert, or do not run
 * @param pauseAllChecks whether they do not run; without tags: all checks
 * @param silenceAllAlerts whether no check alerts
 * @param silenceAlertsTags those with one of them do not alert either
 */
record WindowScope(
    List<String> tags,
    boolean pauseAllChecks,
    boolean silenceAllAlerts,
    List<String> silenceAlertsTags) {
  WindowScope {
    tags = List.copyOf(tags);
    silenceAlertsTags = List.copyOf(silenceAlertsTags);
  }
}
