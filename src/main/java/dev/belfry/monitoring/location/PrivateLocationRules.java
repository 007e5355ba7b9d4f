package dev.belfry.monitoring.location;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.SlugRules;
import dev.belfry.platform.error.Violation;
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

  /** A slug that another location of the account has. */
  static Violation slugTaken() {
    return new Violation("/slugName", "is that of another private location of this account");
  }

  /** A slug whose location goes only after its checks have been changed, so too late. */
  static Violation slugLeaving() {
    return new Violation(
        "/slugName",
        "is that of a location which the project no longer has: keep its logical id, or remove it"
            + " in a deploy before this one");
  }

  /** A location that is to go although something runs from it. */
  static Violation stillNamed(String slug) {
    return new Violation(
        "",
        "The private location "
            + slug
            + " cannot be removed: checks or groups still name it; remove it from them first");
  }

  /** The mask of a password, which says nothing. */
  static Violation maskedPassword() {
    return new Violation(
        "/proxyUrl", "must have the password itself, not " + ProxySecret.MASK + " in its place");
  }

  /** A slug in a check or group that is not one of the account's. */
  static Violation unknown(int index) {
    return new Violation(
        "/privateLocations/" + index, "must be the slug of a private location of this account");
  }
}
