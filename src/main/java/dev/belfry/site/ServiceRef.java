package dev.belfry.site;

import java.util.UUID;

/** A service by name. */
public record ServiceRef(UUID id, String name) {}
