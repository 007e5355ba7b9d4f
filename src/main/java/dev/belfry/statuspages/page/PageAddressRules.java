package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rule that no two status pages of an installation share a url, and no two of an account a
 * domain, applied to a project.
 *
 * @param pages all pages of the project
 */
record PageAddressRules(List<DesiredResource> pages) {
  Set<String> urls() {
    return values(StatusPageCodec::url);
  }

  Set<String> domains() {
    return values(StatusPageCodec::customDomain);
  }

  private Set<String> values(Function<JsonNode, Optional<String>> address) {
    return pages.stream()
        .flatMap(page -> address.apply(page.document()).stream())
        .collect(Collectors.toSet());
  }

  /** One problem for each url or domain that is taken, or used by an earlier page. */
  List<Problem> problems(Set<String> takenUrls, Set<String> takenDomains) {
    List<Problem> problems = new ArrayList<>();
    add(problems, StatusPageCodec.URL, StatusPageCodec::url, new HashSet<>(takenUrls));
    add(
        problems,
        StatusPageCodec.CUSTOM_DOMAIN,
        StatusPageCodec::customDomain,
        new HashSet<>(takenDomains));
    return problems;
  }

  private void add(
      List<Problem> problems,
      String member,
      Function<JsonNode, Optional<String>> address,
      Set<String> taken) {
    for (DesiredResource page : pages) {
      Optional<String> value = address.apply(page.document());
      if (value.isPresent() && !taken.add(value.get())) {
        problems.add(
            new Problem(ResourceType.STATUS_PAGE, page.logicalId(), StatusPageRules.taken(member)));
      }
    }
  }

  /** The ids of the pages whose url or domain changes. */
  static List<String> changed(List<DesiredResource> pages) {
    return pages.stream()
        .filter(page -> page.stored() != null)
        .filter(
            page ->
                differs(page, StatusPageCodec::url) || differs(page, StatusPageCodec::customDomain))
        .map(DesiredResource::id)
        .toList();
  }

  private static boolean differs(
      DesiredResource page, Function<JsonNode, Optional<String>> address) {
    return page.stored() != null
        && !address.apply(page.stored()).equals(address.apply(page.document()));
  }
}
