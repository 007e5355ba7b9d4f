package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * A stored resource, for an export.
 *
 * @param logicalId its name in the project it belongs to, null when it belongs to none
 * @param document as its kind reads it
 * @param masked the same with every secret replaced
 */
public record StoredResource(
    ResourceType type,
    String id,
    @Nullable String logicalId,
    ObjectNode document,
    ObjectNode masked) {}
