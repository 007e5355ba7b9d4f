package dev.belfry.monitoring.location;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** What a project may do with the slugs of private locations. */
record LocationPlan(DesiredState desired) {
  /**
   * Locations that are to go.
   *
   * @param slugs by id
   * @param named those of the slugs that checks or groups outside the project name
   */
  record Leaving(Map<String, String> slugs, Set<String> named) {
    static final Leaving NONE = new Leaving(Map.of(), Set.of());
  }

  /** Every slug that the project wants. */
  Set<String> slugs() {
    Set<String> slugs = new HashSet<>();
    items().forEach(item -> slugs.add(LocationCodec.slug(item.document())));
    return slugs;
  }

  private List<DesiredResource> items() {
    return desired.items(ResourceType.PRIVATE_LOCATION);
  }

  /**
   * Slugs that change, appear twice or belong to another location.
   *
   * @param holders the locations of the account by slug
   */
  List<Problem> ofSlugs(Map<String, UUID> holders) {
    Set<String> removed = desired.removed(ResourceType.PRIVATE_LOCATION);
    Set<String> seen = new HashSet<>();
    List<Problem> problems = new ArrayList<>();
    for (DesiredResource item : items()) {
      String slug = LocationCodec.slug(item.document());
      UUID holder = holders.get(slug);
      boolean anothers = holder != null && !holder.toString().equals(item.id());
      if (item.stored() != null && !LocationCodec.slug(item.stored()).equals(slug)) {
        problems.add(problem(item, PrivateLocationRules.slugChange()));
      } else if (anothers && removed.contains(String.valueOf(holder))) {
        problems.add(problem(item, PrivateLocationRules.slugLeaving()));
      } else if (anothers || !seen.add(slug)) {
        problems.add(problem(item, PrivateLocationRules.slugTaken()));
      }
    }
    return problems;
  }

  private static Problem problem(DesiredResource item, Violation violation) {
    return new Problem(ResourceType.PRIVATE_LOCATION, item.logicalId(), violation);
  }

  /** Locations that are to go although something outside the project or in it names them. */
  List<Problem> ofRemoved(Leaving leaving) {
    Set<String> named = new HashSet<>(leaving.named());
    Stream.of(ResourceType.CHECK, ResourceType.CHECK_GROUP)
        .flatMap(type -> desired.items(type).stream())
        .forEach(item -> named.addAll(LocationCodec.named(item.document())));
    List<Problem> problems = new ArrayList<>();
    leaving
        .slugs()
        .forEach(
            (id, slug) -> {
              if (named.contains(slug)) {
                problems.add(
                    new Problem(
                        ResourceType.PRIVATE_LOCATION, id, PrivateLocationRules.stillNamed(slug)));
              }
            });
    return problems;
  }
}
