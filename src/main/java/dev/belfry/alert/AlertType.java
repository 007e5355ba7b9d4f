package dev.belfry.alert;

/** What an alert says; the names are those of the wire (wire contract 1.7). */
public enum AlertType {
  NO_ALERT,
  ALERT_FAILURE,
  ALERT_FAILURE_REMAIN,
  ALERT_FAILURE_DEGRADED,
  ALERT_RECOVERY,
  ALERT_DEGRADED,
  ALERT_DEGRADED_REMAIN,
  ALERT_DEGRADED_FAILURE,
  ALERT_DEGRADED_RECOVERY,
  ALERT_SSL
}
