/**
 * Status page incidents and their updates. Start at {@link dev.belfry.incident.IncidentOperations};
 * the arithmetic is {@link dev.belfry.incident.IncidentTimeline}. May import the kernels, {@code
 * check} and {@code statuspage}.
 */
@NullMarked
package dev.belfry.incident;

import org.jspecify.annotations.NullMarked;
