package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * One resource of a {@link Manifest}. A value {@code {"ref": "<logical id>"}} in the payload names
 * another resource of the project; the member it stands in decides the type.
 *
 * @param logicalId unique among the resources of its type
 * @param type as {@link dev.belfry.api.resource.ResourceType#wire} or an assignment of a private
 *     location
 * @param member false for what exists already and is only referred to
 * @param physicalId the id of what exists already, null for a member
 * @param payload empty for what exists already
 * @param sourceFile where it is described, for errors; null when unknown
 */
public record ManifestResource(
    String logicalId,
    String type,
    boolean member,
    @Nullable String physicalId,
    ObjectNode payload,
    @Nullable String sourceFile) {}
