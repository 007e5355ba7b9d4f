package dev.belfry.monitoring.location;

import com.fasterxml.jackson.databind.JsonNode;
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
 * Which private locations will be there after a deploy.
 *
 * @param there slugs that checks and groups may name
 * @param going slugs of those that the project deletes
 */
record WantedSlugs(Set<String> there, Set<String> going) {
  private static final String MEMBER = "privateLocations";

  /**
   * What a project leaves.
   *
   * @param known ids by slug of the account's
   */
  static WantedSlugs of(Map<String, String> known, DesiredState desired) {
    Set<String> there = new HashSet<>();
    Set<String> going = new HashSet<>();
    Set<String> removed = desired.removed(ResourceType.PRIVATE_LOCATION);
    known.forEach((slug, id) -> (removed.contains(id) ? going : there).add(slug));
    for (DesiredResource location : desired.items(ResourceType.PRIVATE_LOCATION)) {
      there.add(location.document().path("slugName").asText());
    }
    return new WantedSlugs(there, going);
  }

  /** Every slug that the items name, once. */
  static String[] named(List<DesiredResource> items) {
    Set<String> named = new HashSet<>();
    for (DesiredResource item : items) {
      item.document().path(MEMBER).forEach(slug -> named.add(slug.asText()));
    }
    return named.toArray(String[]::new);
  }

  /** The slugs that will not be there, each at its place. */
  List<Problem> problems(ResourceType type, List<DesiredResource> items) {
    List<Problem> problems = new ArrayList<>();
    for (DesiredResource item : items) {
      JsonNode slugs = item.document().path(MEMBER);
      for (int index = 0; index < slugs.size(); index++) {
        String slug = slugs.get(index).asText();
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
            "/" + MEMBER + "/" + index,
            "names a private location that the project has no longer, so that it is deleted")
        : PrivateLocationRules.unknown(index);
  }
}
