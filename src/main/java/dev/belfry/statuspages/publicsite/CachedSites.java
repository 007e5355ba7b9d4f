package dev.belfry.statuspages.publicsite;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The cached pages by url, without those that this instance has deleted. Safe for threads. */
final class CachedSites {
  private static final int MOST_BYTES = 64 << 20;
  private static final int MOST_WITHDRAWN = 10_000;

  /** Longer than any read that may have begun before its page was deleted. */
  private static final Duration WITHDRAWN = Duration.ofMinutes(10);

  private final Cache<String, CachedSite> sites =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .<String, CachedSite>weigher((url, site) -> site.size())
          .build();

  private final Cache<UUID, Boolean> withdrawn =
      Caffeine.newBuilder().maximumSize(MOST_WITHDRAWN).expireAfterWrite(WITHDRAWN).build();

  /** The page, null when it is not cached or has been deleted. */
  @Nullable CachedSite get(String url) {
    CachedSite site = sites.getIfPresent(url);
    return site == null || isWithdrawn(site) ? null : site;
  }

  /** A page that has been read; it may have been deleted since. */
  void put(String url, CachedSite site) {
    sites.put(url, site);
  }

  void remove(String url) {
    sites.invalidate(url);
  }

  /** Removes all but those with these urls. */
  void retain(Set<String> urls) {
    sites.asMap().keySet().retainAll(urls);
  }

  /** The page is deleted: whatever has been read of it is not given any more. */
  void withdraw(UUID page) {
    withdrawn.put(page, true);
  }

  /** Whether the last read of a url brought a page that was deleted before it ended. */
  boolean isWithdrawn(String url) {
    CachedSite site = sites.getIfPresent(url);
    return site != null && isWithdrawn(site);
  }

  private boolean isWithdrawn(CachedSite site) {
    return withdrawn.getIfPresent(site.model().settings().id()) != null;
  }

  /** The urls of the cached pages that a condition holds for. */
  List<String> urls(Predicate<CachedSite> condition) {
    List<String> found = new ArrayList<>();
    sites
        .asMap()
        .forEach(
            (url, site) -> {
              if (!isWithdrawn(site) && condition.test(site)) {
                found.add(url);
              }
            });
    return found;
  }
}
