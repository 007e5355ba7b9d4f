package dev.belfry.alerting.alert;

/** The type of an alert, by its names on the wire (wire contract 1.7). */
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
  ALERT_SSL;

  /** Whether it ends an episode. */
  public boolean isRecovery() {
    return this == ALERT_RECOVERY || this == ALERT_DEGRADED_RECOVERY;
  }

  /** Whether it tells of a problem that goes on, so that someone can attend to it. */
  public boolean isProblem() {
    return switch (this) {
      case ALERT_FAILURE,
          ALERT_FAILURE_REMAIN,
          ALERT_FAILURE_DEGRADED,
          ALERT_DEGRADED,
          ALERT_DEGRADED_REMAIN,
          ALERT_DEGRADED_FAILURE ->
          true;
      case NO_ALERT, ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY, ALERT_SSL -> false;
    };
  }

  /** Whether it makes an earlier message of its episode obsolete that was not sent yet. */
  public boolean isSequel() {
    return isRecovery() || this == ALERT_FAILURE_DEGRADED || this == ALERT_DEGRADED_FAILURE;
  }

  /** Whether it repeats what was told. */
  public boolean isReminder() {
    return this == ALERT_FAILURE_REMAIN || this == ALERT_DEGRADED_REMAIN;
  }

  /** Whether it says that the check begins to fail, which is when an incident is opened. */
  boolean isFailure() {
    return this == ALERT_FAILURE || this == ALERT_DEGRADED_FAILURE;
  }
}
