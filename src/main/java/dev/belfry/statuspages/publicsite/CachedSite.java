package dev.belfry.statuspages.publicsite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A page in memory, and those of its documents that somebody has read. Safe for every thread. */
final class CachedSite {
  private static final long MOST_BYTES = 8 << 20;
  private static final int BYTES_PER_DAY = 80;

  private final SiteModel model;
  private final @Nullable String domain;
  private final Figures figures;
  private final Map<SiteKey, SiteContent> documents = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private volatile long readAt;

  /**
   * What checks measured, which is summed up once an hour.
   *
   * @param hour in which it was read, hours since 1970 UTC
   * @param services for which
   */
  record Figures(long hour, List<UUID> services, List<SiteStore.Sum> sums) {
    Figures {
      services = List.copyOf(services);
      sums = List.copyOf(sums);
    }
  }

  /**
   * @param domain of the page's own, null without one
   * @param readAt when somebody read it last, epoch milliseconds
   */
  CachedSite(SiteModel model, @Nullable String domain, Figures figures, long readAt) {
    this.model = model;
    this.domain = domain;
    this.figures = figures;
    this.readAt = readAt;
  }

  SiteModel model() {
    return model;
  }

  @Nullable String domain() {
    return domain;
  }

  Figures figures() {
    return figures;
  }

  /** When somebody read it last, epoch milliseconds. */
  long readAt() {
    return readAt;
  }

  /** Somebody reads it. */
  void read(long now) {
    readAt = now;
  }

  /** A document, made by the first who wants it; empty when the page has no such part. */
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

  /** What has been read of it. */
  Set<SiteKey> documents() {
    return documents.keySet();
  }

  /** About how many bytes the page takes in memory without its documents. */
  int size() {
    int updates =
        model.incidents().stream()
            .flatMap(incident -> incident.updates().stream())
            .mapToInt(update -> 200 + 2 * update.description().length())
            .sum();
    return 2_000 + updates + model.services().size() * UptimeHistory.DAYS * BYTES_PER_DAY;
  }
}
