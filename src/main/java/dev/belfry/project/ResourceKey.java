package dev.belfry.project;

import dev.belfry.resource.ResourceType;

/** What a resource is called within its project. */
record ResourceKey(ResourceType type, String logicalId) {}
