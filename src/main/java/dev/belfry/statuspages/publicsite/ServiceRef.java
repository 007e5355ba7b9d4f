package dev.belfry.statuspages.publicsite;

import java.util.UUID;

/** Id and name of a service. */
public record ServiceRef(UUID id, String name) {}
