/**
 * From results to alerts: the state of each check's alerts, what is raised and whom it concerns.
 * Start at {@link dev.belfry.alert.AlertType}. Must not import run or notify.
 */
@NullMarked
package dev.belfry.alert;

import org.jspecify.annotations.NullMarked;
