package dev.belfry.api.resource;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything a project wants, changed or not, and what of it is to go.
 *
 * @param wanted every resource of the project by type
 * @param removed ids of the resources that the project has no longer and that are deleted
 */
public record DesiredState(
    Map<ResourceType, List<DesiredResource>> wanted, Map<ResourceType, Set<String>> removed) {

  /** The resources of one type, empty when there are none. */
  public List<DesiredResource> items(ResourceType type) {
    return wanted.getOrDefault(type, List.of());
  }

  /** The ids of those of one type that are deleted. */
  public Set<String> removed(ResourceType type) {
    return removed.getOrDefault(type, Set.of());
  }
}
