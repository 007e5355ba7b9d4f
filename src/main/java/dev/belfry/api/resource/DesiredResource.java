package dev.belfry.api.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * One resource as a project wants it.
 *
 * @param logicalId its name in the project, unique among those of its type
 * @param id its id in the service, a GUID or a number as text; of a new one the id it will have
 * @param document what is wanted, as {@link DeployableResource#document} made it; secrets are plain
 * @param stored what is there in the same form, null for a new one
 */
public record DesiredResource(
    String logicalId, String id, ObjectNode document, @Nullable ObjectNode stored) {
  /** Whether it is to be made. */
  public boolean isNew() {
    return stored == null;
  }
}
