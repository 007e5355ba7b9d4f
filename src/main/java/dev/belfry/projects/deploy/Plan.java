package dev.belfry.projects.deploy;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes that a deploy would make.
 *
 * @param changes every change in the order of types and of the manifest; deletions last
 * @param desired what the project wants
 * @param written of each type the resources that are made or changed
 * @param forgotten what the project does not have any more
 */
record Plan(
    List<Change> changes,
    DesiredState desired,
    Map<ResourceType, List<DesiredResource>> written,
    Set<ResourceKey> forgotten) {

  List<DesiredResource> inserts(ResourceType type) {
    return written.getOrDefault(type, List.of()).stream().filter(DesiredResource::isNew).toList();
  }

  List<DesiredResource> updates(ResourceType type) {
    return written.getOrDefault(type, List.of()).stream().filter(item -> !item.isNew()).toList();
  }
}
