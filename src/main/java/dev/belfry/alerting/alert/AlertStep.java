package dev.belfry.alerting.alert;

/**
 * The outcome of a result or of the passing of time.
 *
 * @param type {@link AlertType#NO_ALERT} for no alert
 * @param reminder number of the reminder from 1; 0 for other alerts
 * @param stages which channels receive the alert
 */
public record AlertStep(AlertState state, AlertType type, int reminder, Stages stages) {
  /** A recovery goes to every channel that was told, all else to those whose delay has passed. */
  AlertStep(AlertState state, AlertType type, int reminder) {
    this(state, type, reminder, type.isRecovery() ? Stages.ALL : Stages.told(state.notification()));
  }
}
