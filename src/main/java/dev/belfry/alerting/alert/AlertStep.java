package dev.belfry.alerting.alert;

/**
 * The outcome of a result or of the passing of time.
 *
 * @param type {@link AlertType#NO_ALERT} for no alert
 * @param reminder number of the reminder from 1; 0 for other alerts
 */
public record AlertStep(AlertState state, AlertType type, int reminder) {}
