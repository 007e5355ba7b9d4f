package dev.belfry.statuspages.publicsite;

import dev.belfry.statuspages.incident.IncidentStatus;
import java.time.Instant;
import java.util.UUID;

/**
 * An update of an incident.
 *
 * @param description plain text with line breaks
 * @param at its public date
 */
public record SiteUpdate(UUID id, IncidentStatus status, String description, Instant at) {}
