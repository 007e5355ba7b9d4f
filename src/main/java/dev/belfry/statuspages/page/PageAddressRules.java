package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where the pages of a project are found; no two pages of the service have one url or domain.
 *
 * @param pages all that the project wants
 */
record PageAddressRules(List<DesiredResource> pages) {
  private static final String URL = "url";
  private static final String DOMAIN = "customDomain";

  Set<String> urls() {
    return values(URL);
  }

  Set<String> domains() {
    return values(DOMAIN);
  }

  private Set<String> values(String member) {
    return pages.stream()
        .map(page -> page.document().path(member))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .collect(Collectors.toSet());
  }

  /** Every page whose url or domain is one of these, or that of a page before it. */
  List<Problem> problems(Set<String> takenUrls, Set<String> takenDomains) {
    List<Problem> problems = new ArrayList<>();
    add(problems, URL, new HashSet<>(takenUrls));
    add(problems, DOMAIN, new HashSet<>(takenDomains));
    return problems;
  }

  private void add(List<Problem> problems, String member, Set<String> taken) {
    for (DesiredResource page : pages) {
      JsonNode value = page.document().path(member);
      if (value.isTextual() && !taken.add(value.textValue())) {
        problems.add(
            new Problem(ResourceType.STATUS_PAGE, page.logicalId(), StatusPageRules.taken(member)));
      }
    }
  }

  /** The ids of those of the pages that are to be found elsewhere than now. */
  static List<String> changed(List<DesiredResource> pages) {
    return pages.stream()
        .filter(page -> page.stored() != null)
        .filter(page -> differs(page, URL) || differs(page, DOMAIN))
        .map(DesiredResource::id)
        .toList();
  }

  private static boolean differs(DesiredResource page, String member) {
    return page.stored() != null
        && !page.stored().path(member).equals(page.document().path(member));
  }
}
