package dev.belfry.projects.deploy;

import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** Rules of a manifest that need no payload (wire contract 3.3). */
final class ManifestRules {
  /** A project of this many resources is planned and written within the time a deploy has. */
  static final int MOST_RESOURCES = 5_000;

  private static final Pattern LOGICAL_ID = Pattern.compile("[A-Za-z0-9_\\-/#.]{1,255}");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Set<String> NEWER_PAGES =
      Set.of("status-page-component", "status-page-automation-rule");

  private ManifestRules() {}

  /** What makes it not worth looking any further. */
  static List<Violation> ofWhole(Manifest manifest) {
    List<Violation> violations = new ArrayList<>();
    if (!LOGICAL_ID.matcher(manifest.logicalId()).matches()) {
      violations.add(new Violation("/project/logicalId", logicalId()));
    }
    if (manifest.resources().size() > MOST_RESOURCES) {
      violations.add(new Violation("/resources", "must have at most " + MOST_RESOURCES + " items"));
    }
    return violations;
  }

  /** What is wrong with names, types and ids of resources. */
  static List<Violation> ofResources(Manifest manifest) {
    List<Violation> violations = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < manifest.resources().size(); i++) {
      ManifestResource resource = manifest.resources().get(i);
      String path = "/resources/" + i;
      ofResource(resource).stream().map(one -> one.within(path)).forEach(violations::add);
      // The same thing that exists already may be referred to from many places.
      if (!seen.add(resource.type() + " " + resource.logicalId()) && resource.member()) {
        violations.add(
            new Violation(path + "/logicalId", "must not appear twice for one type of resource"));
      }
    }
    return violations;
  }

  private static List<Violation> ofResource(ManifestResource resource) {
    List<Violation> violations = new ArrayList<>();
    if (!LOGICAL_ID.matcher(resource.logicalId()).matches()) {
      violations.add(new Violation("/logicalId", logicalId()));
    }
    if (NEWER_PAGES.contains(resource.type())) {
      violations.add(
          new Violation(
              "/type",
              "is not supported: describe the page with cards of services instead of components"));
    } else if (ResourceType.of(resource.type()).isEmpty()
        && LocationAssignment.of(resource.type()).isEmpty()) {
      violations.add(new Violation("/type", "is not a type of resource this service has"));
    } else if (!resource.member()) {
      violations.addAll(ofReference(resource));
    }
    return violations;
  }

  private static List<Violation> ofReference(ManifestResource resource) {
    String id = resource.physicalId();
    boolean wellFormed =
        id != null
            && ResourceType.of(resource.type())
                .map(type -> type.isNumbered() ? NUMBER.matcher(id).matches() : isGuid(id))
                .orElse(false);
    return wellFormed
        ? List.of()
        : List.of(
            new Violation(
                "/physicalId", "must be the id of a " + resource.type() + " that exists"));
  }

  static boolean isGuid(String text) {
    try {
      return text.length() == 36 && UUID.fromString(text).toString().equalsIgnoreCase(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String logicalId() {
    return "must be 1 to 255 letters, digits and characters of _-/#.";
  }
}
