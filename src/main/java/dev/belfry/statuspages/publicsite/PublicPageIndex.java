package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.CustomDomains;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which status pages there are, and under which names of their own. For every thread. */
final class PublicPageIndex implements CustomDomains {
  private volatile @Nullable Map<String, Optional<String>> pages;
  private volatile Map<String, String> domains = Map.of();

  /** Takes over what has been read: domains of their own by the addresses of the pages. */
  void replace(Map<String, Optional<String>> read) {
    Map<String, String> found = new HashMap<>();
    read.forEach((url, domain) -> domain.ifPresent(own -> found.put(own, url)));
    pages = read;
    domains = Map.copyOf(found);
  }

  /** Whether anything has been read yet. */
  boolean areKnown() {
    return pages != null;
  }

  /** Whether there may be such a page, as there may be any as long as nothing is known. */
  boolean mayHave(String url) {
    Map<String, Optional<String>> known = pages;
    return known == null || known.containsKey(url);
  }

  /** Some of the pages, none as long as nothing is known. */
  List<String> some(int most) {
    Map<String, Optional<String>> known = pages;
    return known == null ? List.of() : known.keySet().stream().limit(most).toList();
  }

  @Override
  public boolean none() {
    return domains.isEmpty();
  }

  @Override
  public @Nullable String prefix(String host) {
    String url = domains.get(host);
    return url == null ? null : "/status/" + url;
  }
}
