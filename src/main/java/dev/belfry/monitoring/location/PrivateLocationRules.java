package dev.belfry.monitoring.location;

import dev.belfry.platform.config.SlugRules;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules of a private location that its schema cannot say. */
final class PrivateLocationRules {
  /** The last group is the port. */
  private static final Pattern PROXY =
      Pattern.compile("(?i)(?:https?|socks[45][ah]?)://[!-~&&[^/?#]]+?(?::([0-9]{1,5}))?/?");

  private static final int HIGHEST_PORT = 65_535;

  private PrivateLocationRules() {}

  /** What is wrong with a draft of a new location. */
  static List<Violation> ofNew(LocationDraft draft) {
    String slug = draft.slugName().value();
    List<Violation> violations = ofUpdate(draft);
    if (slug != null) {
      SlugRules.problem(slug)
          .map(words -> new Violation("/slugName", words))
          .ifPresent(violations::add);
    }
    return violations;
  }

  /** What is wrong with a draft of an update; a slug is compared with the stored one only. */
  static List<Violation> ofUpdate(LocationDraft draft) {
    List<Violation> violations = new ArrayList<>(0);
    String proxy = draft.proxyUrl().value();
    if (proxy != null && !proxy.isEmpty() && !isProxy(proxy)) {
      violations.add(
          new Violation("/proxyUrl", "must be the address of a proxy such as http://proxy:3128"));
    }
    return violations;
  }

  private static boolean isProxy(String address) {
    Matcher matcher = PROXY.matcher(address);
    if (!matcher.matches()) {
      return false;
    }
    int port = matcher.group(1) == null ? 1 : Integer.parseInt(matcher.group(1));
    return port >= 1 && port <= HIGHEST_PORT;
  }

  /** A slug names the location in checks, groups and configurations for ever. */
  static Violation slugChange() {
    return new Violation("/slugName", "cannot be changed: create another location");
  }

  /** The slug belongs to another location of the account. */
  static Violation slugTaken() {
    return new Violation("/slugName", "is the slug of another private location of this account");
  }

  /** The slug belongs to a location that the deploy deletes last, so it is still taken. */
  static Violation slugLeaving() {
    return new Violation(
        "/slugName",
        "is the slug of a location that this deploy deletes: keep its logical id, or delete it in"
            + " an earlier deploy");
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
