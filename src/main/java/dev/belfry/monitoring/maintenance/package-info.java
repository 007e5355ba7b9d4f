/**
 * Maintenance windows: when they hold, which checks they concern, and what becomes of schedules.
 * Start at {@link dev.belfry.monitoring.maintenance.RecurrencePlan}. May import the kernels.
 */
@NullMarked
package dev.belfry.monitoring.maintenance;

import org.jspecify.annotations.NullMarked;
