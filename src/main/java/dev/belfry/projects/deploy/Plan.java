package dev.belfry.projects.deploy;

import dev.belfry.api.resource.Desired;
import dev.belfry.api.resource.Item;
import dev.belfry.api.resource.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a deploy would do.
 *
 * @param changes every change in the order of types and of the manifest; deletions last
 * @param desired what the project wants
 * @param written of each type the resources that are made or changed
 * @param forgotten what the project does not have any more
 */
record Plan(
    List<Change> changes,
    Desired desired,
    Map<ResourceType, List<Item>> written,
    Set<ResourceKey> forgotten) {

  List<Item> inserts(ResourceType type) {
    return written.getOrDefault(type, List.of()).stream().filter(Item::isNew).toList();
  }

  List<Item> updates(ResourceType type) {
    return written.getOrDefault(type, List.of()).stream().filter(item -> !item.isNew()).toList();
  }
}
