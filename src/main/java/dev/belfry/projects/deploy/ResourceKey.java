package dev.belfry.projects.deploy;

import dev.belfry.api.resource.ResourceType;

/** Type and logical id of a resource within its project. */
record ResourceKey(ResourceType type, String logicalId) {}
