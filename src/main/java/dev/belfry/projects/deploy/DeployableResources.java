package dev.belfry.projects.deploy;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.ResourceType;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/** The {@link dev.belfry.api.resource.DeployableResource} of each resource type. */
public final class DeployableResources {
  private final Map<ResourceType, DeployableResource> byType = new EnumMap<>(ResourceType.class);

  /**
   * @param kinds one for each type; a type without one is a fault
   */
  public DeployableResources(Collection<DeployableResource> kinds) {
    kinds.forEach(kind -> byType.put(kind.type(), kind));
    if (byType.size() != ResourceType.values().length || kinds.size() != byType.size()) {
      throw new IllegalStateException("Not one kind for each type: " + byType.keySet());
    }
  }

  DeployableResource of(ResourceType type) {
    return requireNonNull(byType.get(type));
  }
}
