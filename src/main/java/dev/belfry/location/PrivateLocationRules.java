package dev.belfry.location;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.config.SlugRules;
import dev.belfry.error.Violation;
import java.util.List;

/** Rules of a private location that its schema cannot say. */
final class PrivateLocationRules {
  private PrivateLocationRules() {}

  /** What is wrong with a body that creates a location. */
  static List<Violation> ofDraft(ObjectNode body) {
    String slug = body.path("slugName").textValue();
    return slug == null
        ? List.of()
        : SlugRules.problem(slug).map(words -> new Violation("/slugName", words)).stream().toList();
  }

  /** A slug names the location in checks, groups and configurations for ever. */
  static Violation slugChange() {
    return new Violation("/slugName", "cannot be changed; make another location instead");
  }

  /** A slug in a check or group that is not one of the account's. */
  static Violation unknown(int index) {
    return new Violation(
        "/privateLocations/" + index, "must be the slug of a private location of this account");
  }
}
