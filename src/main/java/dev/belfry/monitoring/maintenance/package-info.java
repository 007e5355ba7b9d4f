/**
 * Maintenance windows: when each holds, and which checks it silences or pauses.
 *
 * <p>Start at {@link dev.belfry.monitoring.maintenance.MaintenanceOperations} and {@link
 * dev.belfry.monitoring.maintenance.RecurrencePlan}.
 *
 * <p>Uses: {@code api.contract}, {@code api.http}, {@code api.resource}, {@code platform.config},
 * {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.monitoring.maintenance;

import org.jspecify.annotations.NullMarked;
