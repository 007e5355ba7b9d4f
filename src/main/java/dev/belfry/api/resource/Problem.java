package dev.belfry.api.resource;

import dev.belfry.platform.error.Violation;

/**
 * What is wrong with one resource of a project.
 *
 * @param logicalId its name in the project, or its id for one that is to be deleted
 * @param violation where in its payload, {@code ""} for the whole, and what is wrong
 */
public record Problem(ResourceType type, String logicalId, Violation violation) {}
