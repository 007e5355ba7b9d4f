/**
 * Turns results into alerts: the alert state of each check, what is raised, which channels are
 * told, and what people do about it.
 *
 * <p>Start at {@link dev.belfry.alerting.alert.AlertService} and {@link
 * dev.belfry.alerting.alert.AlertEngine}.
 *
 * <p>Uses: {@code alerting.grouping}, {@code api.http}, {@code monitoring.channel}, {@code
 * monitoring.check}, {@code platform.config}, {@code platform.db}, {@code platform.error}, {@code
 * platform.seal}, {@code platform.trace}, {@code statuspages.incident}.
 */
@NullMarked
package dev.belfry.alerting.alert;

import org.jspecify.annotations.NullMarked;
