/**
 * From results to alerts: the state of each check's alerts, what is raised and whom it concerns.
 * Start at {@link dev.belfry.alerting.alert.AlertService}; its pure heart is {@link
 * dev.belfry.alerting.alert.AlertEngine}. May import the kernels, {@code check}, {@code result} and
 * {@code incident}; never run or notify.
 */
@NullMarked
package dev.belfry.alerting.alert;

import org.jspecify.annotations.NullMarked;
