package dev.belfry.projects.deploy;

import dev.belfry.api.resource.ResourceType;

/** What a resource is called within its project. */
record ResourceKey(ResourceType type, String logicalId) {}
