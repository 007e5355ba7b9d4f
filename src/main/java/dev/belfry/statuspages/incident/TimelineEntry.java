package dev.belfry.statuspages.incident;

import java.time.Instant;

/**
 * The part of an incident update that status and duration of its incident are made of.
 *
 * @param id id of the update
 * @param publicDate when it is said to have happened; may lie before {@code createdAt}
 * @param createdAt when it was posted
 */
public record TimelineEntry(
    String id, IncidentStatus status, Instant publicDate, Instant createdAt) {}
