/**
 * Status page incidents and their updates. Start at {@link
 * dev.belfry.statuspages.incident.IncidentOperations}; the arithmetic is {@link
 * dev.belfry.statuspages.incident.IncidentTimeline}. May import the kernels, {@code check} and
 * {@code statuspage}.
 */
@NullMarked
package dev.belfry.statuspages.incident;

import org.jspecify.annotations.NullMarked;
