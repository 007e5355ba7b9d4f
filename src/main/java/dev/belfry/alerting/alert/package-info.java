/**
 * Turns results into alerts: the alert state of each check, what is raised, and which channels are
 * told.
 *
 * <p>Start at {@link dev.belfry.alerting.alert.AlertService} and {@link
 * dev.belfry.alerting.alert.AlertEngine}.
 *
 * <p>Uses: {@code api.http}, {@code monitoring.check}, {@code platform.config}, {@code
 * platform.db}, {@code platform.error}, {@code statuspages.incident}.
 */
@NullMarked
package dev.belfry.alerting.alert;

import org.jspecify.annotations.NullMarked;
