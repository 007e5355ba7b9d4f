package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored state before a deploy.
 *
 * @param known the ids of the project's resources; some of these may have been deleted by hand
 * @param stored documents by type and id: of the project's resources and of those outside it that
 *     it refers to
 * @param fresh ids for resources that are not there
 */
record Snapshot(
    Map<ResourceKey, String> known,
    Map<ResourceType, Map<String, ObjectNode>> stored,
    Map<ResourceKey, String> fresh) {

  /** The document of an id, null when the account has no such resource. */
  @Nullable ObjectNode document(ResourceType type, String id) {
    return stored.getOrDefault(type, Map.of()).get(id);
  }

  /** The id of one of the project's resources that is still there, null without one. */
  @Nullable String present(ResourceKey key) {
    String id = known.get(key);
    return id != null && document(key.type(), id) != null ? id : null;
  }
}
