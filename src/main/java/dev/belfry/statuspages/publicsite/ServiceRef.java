package dev.belfry.statuspages.publicsite;

import java.util.UUID;

/** A service by name. */
public record ServiceRef(UUID id, String name) {}
