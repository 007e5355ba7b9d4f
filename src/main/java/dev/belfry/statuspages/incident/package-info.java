/**
 * Status page incidents and their updates.
 *
 * <p>Start at {@link dev.belfry.statuspages.incident.IncidentOperations} and {@link
 * dev.belfry.statuspages.incident.IncidentTimeline}.
 *
 * <p>Uses: {@code api.contract}, {@code api.http}, {@code monitoring.check}, {@code platform.db},
 * {@code platform.error}, {@code statuspages.page}, {@code statuspages.subscription}.
 */
@NullMarked
package dev.belfry.statuspages.incident;

import org.jspecify.annotations.NullMarked;
