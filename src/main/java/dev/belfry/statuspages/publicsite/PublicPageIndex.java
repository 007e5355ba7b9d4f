package dev.belfry.statuspages.publicsite;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.belfry.api.http.CustomDomains;
import dev.belfry.statuspages.domain.DomainPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The urls of all status pages, and the custom domains served. Safe for every thread. */
final class PublicPageIndex implements CustomDomains {
  private final DomainPolicy policy;
  private volatile @Nullable Map<String, Optional<String>> pages;
  private volatile Map<String, String> domains = Map.of();

  /** Urls that this instance has written, which the index may lack for a moment. */
  private final Cache<String, Boolean> written =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofSeconds(10)).build();

  /** There may be a page with this url, although the index does not have it yet. */
  void expect(String url) {
    written.put(url, true);
  }

  /**
   * Creates an index that has not been read.
   *
   * @param policy tells which of the proved domains are served
   */
  PublicPageIndex(DomainPolicy policy) {
    this.policy = policy;
  }

  /**
   * Replaces the index.
   *
   * @param read proved custom domain by url, empty without one
   */
  void replace(Map<String, Optional<String>> read) {
    Map<String, String> found = new HashMap<>();
    read.forEach(
        (url, domain) -> {
          String served = policy.served(domain.orElse(null));
          if (served != null) {
            found.put(served, url);
          }
        });
    pages = read;
    domains = Map.copyOf(found);
  }

  /** Whether the index has been read. */
  boolean areKnown() {
    return pages != null;
  }

  /** Whether there may be a page with this url; true while the index has not been read. */
  boolean mayHave(String url) {
    Map<String, Optional<String>> known = pages;
    return known == null || known.containsKey(url) || written.getIfPresent(url) != null;
  }

  /** The urls of some pages, none while the index has not been read. */
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
