/**
 * Status page incidents and their updates. Start at {@link dev.belfry.incident.IncidentTimeline},
 * the arithmetic. May import kernels and {@code check}.
 */
@NullMarked
package dev.belfry.incident;

import org.jspecify.annotations.NullMarked;
