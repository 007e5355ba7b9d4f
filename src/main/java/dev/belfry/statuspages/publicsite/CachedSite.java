package dev.belfry.statuspages.publicsite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A page in memory with the documents that readers have requested. Safe for every thread. */
final class CachedSite {
  private static final long MOST_BYTES = 8 << 20;
  private static final int BYTES_PER_DAY = 80;

  private final SiteModel model;
  private final Figures figures;
  private final Map<SiteKey, SiteContent> documents = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private volatile long readAt;

  /**
   * Daily sums of check results, read once an hour.
   *
   * @param hour in which they were read, hours since 1970 UTC
   * @param services whose checks they sum up
   */
  record Figures(long hour, List<UUID> services, List<SiteStore.Sum> sums) {
    Figures {
      services = List.copyOf(services);
      sums = List.copyOf(sums);
    }
  }

  /**
   * @param readAt when a reader last requested it, epoch milliseconds
   */
  CachedSite(SiteModel model, Figures figures, long readAt) {
    this.model = model;
    this.figures = figures;
    this.readAt = readAt;
  }

  SiteModel model() {
    return model;
  }

  Figures figures() {
    return figures;
  }

  /** When a reader last requested it, epoch milliseconds. */
  long readAt() {
    return readAt;
  }

  /** Records a request by a reader. */
  void read(long now) {
    readAt = now;
  }

  /** A document, rendered at its first request; empty when the page has no such document. */
  Optional<SiteContent> document(SiteKey key) {
    SiteContent known = documents.get(key);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<SiteContent> made = SiteViews.of(model, key);
    made.filter(document -> bytes.addAndGet(document.size()) <= MOST_BYTES)
        .ifPresent(document -> documents.put(key, document));
    return made;
  }

  /** The documents that readers have requested. */
  Set<SiteKey> documents() {
    return documents.keySet();
  }

  /** Approximate bytes of the page in memory without its documents. */
  int size() {
    int updates =
        model.incidents().stream()
            .flatMap(incident -> incident.updates().stream())
            .mapToInt(update -> 200 + 2 * update.description().length())
            .sum();
    return 2_000 + updates + model.services().size() * UptimeHistory.DAYS * BYTES_PER_DAY;
  }
}
