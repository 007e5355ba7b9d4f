package dev.belfry.projects.files;

/**
 * Where a value of a manifest comes from.
 *
 * @param path such as {@code groups[0].monitors[1].url}
 */
record Spot(SourceLocation place, String path) {}
