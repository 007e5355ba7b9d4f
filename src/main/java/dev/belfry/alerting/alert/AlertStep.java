package dev.belfry.alerting.alert;

/**
 * What a result or the passing of time led to.
 *
 * @param type {@link AlertType#NO_ALERT} for nothing to say
 * @param reminder which one it is, from 1; 0 for an alert that is none
 */
public record AlertStep(AlertState state, AlertType type, int reminder) {}
