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

/**
 * The private locations that a deploy leaves.
 *
 * @param there slugs that checks and groups may name
 * @param going slugs of those that the project deletes
 */
record KnownSlugs(Set<String> there, Set<String> going) {
  /**
   * What a project leaves.
   *
   * @param known ids by slug of the account's
   */
  static KnownSlugs of(Map<String, String> known, DesiredState desired) {
    Set<String> there = new HashSet<>();
    Set<String> going = new HashSet<>();
    Set<String> removed = desired.removed(ResourceType.PRIVATE_LOCATION);
    known.forEach((slug, id) -> (removed.contains(id) ? going : there).add(slug));
    for (DesiredResource location : desired.items(ResourceType.PRIVATE_LOCATION)) {
      there.add(LocationCodec.slug(location.document()));
    }
    return new KnownSlugs(there, going);
  }

  /** Every slug that the items name, once. */
  static String[] named(List<DesiredResource> items) {
    Set<String> named = new HashSet<>();
    for (DesiredResource item : items) {
      named.addAll(LocationCodec.named(item.document()));
    }
    return named.toArray(String[]::new);
  }

  /** The slugs that will not be there, each at its place. */
  List<Problem> problems(ResourceType type, List<DesiredResource> items) {
    List<Problem> problems = new ArrayList<>();
    for (DesiredResource item : items) {
      List<String> slugs = LocationCodec.named(item.document());
      for (int index = 0; index < slugs.size(); index++) {
        String slug = slugs.get(index);
        if (!there.contains(slug)) {
          problems.add(new Problem(type, item.logicalId(), violation(index, slug)));
        }
      }
    }
    return problems;
  }

  private Violation violation(int index, String slug) {
    return going.contains(slug)
        ? new Violation(
            "/privateLocations/" + index,
            "names a private location that this deploy deletes: remove the slug, or keep the"
                + " location")
        : PrivateLocationRules.unknown(index);
  }
}
