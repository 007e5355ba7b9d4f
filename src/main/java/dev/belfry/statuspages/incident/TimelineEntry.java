package dev.belfry.statuspages.incident;

import java.time.Instant;

/**
 * The part of an incident update from which status and duration of its incident follow.
 *
 * @param id id of the update
 * @param publicDate the time that its author states; may lie before {@code createdAt}
 * @param createdAt when it was posted
 */
public record TimelineEntry(
    String id, IncidentStatus status, Instant publicDate, Instant createdAt) {}
