package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules of status pages that their schema cannot say. */
final class StatusPageRules {
  /** Members that are the web address of something; empty means none. */
  static final List<String> ADDRESSES = List.of("logo", "logoDark", "favicon", "redirectTo");

  private static final int MOST_SERVICES = 500;

  private static final Pattern SLUG = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?");

  /** Labels of letters, digits and hyphens (RFC 1123 section 2.1), at least two. */
  private static final Pattern HOST =
      Pattern.compile(
          "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

  private static final Pattern COLOR = Pattern.compile("#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})");

  private static final Pattern GUID =
      Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

  private StatusPageRules() {}

  /** What is wrong with a body that creates or replaces a page. */
  static List<Violation> of(ObjectNode body) {
    List<Violation> violations = new ArrayList<>(0);
    require(
        violations,
        body,
        "url",
        SLUG,
        "must be letters, digits and hyphens, with a letter or digit at both ends");
    require(
        violations, body, "customDomain", HOST, "must be a host name such as status.example.com");
    for (String member : ADDRESSES) {
      String address = body.path(member).asText("");
      if (body.hasNonNull(member) && !address.isEmpty() && !WebAddress.isWellFormed(address)) {
        violations.add(
            new Violation(
                "/" + member, "must be a web address such as https://example.com/logo.svg"));
      }
    }
    for (String theme : List.of("light", "dark")) {
      ofColors(violations, body.path("themeColors").path(theme), "/themeColors/" + theme);
    }
    ofCards(violations, body.path("cards"));
    return violations;
  }

  private static void require(
      List<Violation> violations, ObjectNode body, String member, Pattern pattern, String words) {
    String value = body.path(member).asText("");
    if (body.hasNonNull(member) && !value.isEmpty() && !pattern.matcher(value).matches()) {
      violations.add(new Violation("/" + member, words));
    }
  }

  private static void ofColors(List<Violation> violations, JsonNode colors, String place) {
    for (var color : colors.properties()) {
      if (color.getValue().isTextual() && !COLOR.matcher(color.getValue().asText()).matches()) {
        violations.add(
            new Violation(place + "/" + color.getKey(), "must be a colour such as #1a2b3c"));
      }
    }
  }

  private static void ofCards(List<Violation> violations, JsonNode cards) {
    Set<String> ids = new HashSet<>();
    int services = 0;
    for (int i = 0; i < cards.size(); i++) {
      String place = "/cards/" + i;
      String id = cards.get(i).path("id").asText("").toLowerCase(Locale.ROOT);
      boolean named = cards.get(i).hasNonNull("id") && !id.isEmpty();
      if (named && !GUID.matcher(id).matches()) {
        violations.add(new Violation(place + "/id", "must be the id of a card of this page"));
      } else if (named && !ids.add(id)) {
        violations.add(new Violation(place + "/id", "must not appear twice"));
      }
      services += ofServices(violations, cards.get(i).path("services"), place + "/services/");
    }
    if (services > MOST_SERVICES) {
      violations.add(
          new Violation(
              "/cards", "must show at most " + MOST_SERVICES + " services, not " + services));
    }
  }

  private static int ofServices(List<Violation> violations, JsonNode services, String place) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < services.size(); i++) {
      JsonNode id = services.get(i).path("id");
      if (id.isTextual() && !seen.add(id.textValue().toLowerCase(Locale.ROOT))) {
        violations.add(new Violation(place + i + "/id", "must not appear twice on one card"));
      }
    }
    return services.size();
  }

  /** A page of a generation that has components in place of cards. */
  static Violation componentsUnknown() {
    return new Violation(
        "/version",
        "must not be 3: pages with components are unknown here; describe the page with cards, each"
            + " with a name and a list of services, and without version");
  }

  /** A url or domain that another page has. */
  static Violation taken(String member) {
    return new Violation("/" + member, "is that of another status page");
  }

  /** An id in a body that no card of the page has. */
  static Violation unknownCard(int index) {
    return new Violation("/cards/" + index + "/id", "must be the id of a card of this page");
  }
}
