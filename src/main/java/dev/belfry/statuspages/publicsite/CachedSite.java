package dev.belfry.statuspages.publicsite;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page in memory with the documents that readers have requested. Safe for every thread. */
final class CachedSite {
  private static final long WANTED_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final long OLD_MILLIS = Duration.ofMinutes(1).toMillis();
  private static final long MOST_BYTES = 8 << 20;
  private static final int BYTES_PER_DAY = 80;

  private final SiteModel model;
  private final Figures figures;
  private final Map<SiteKey, SiteContent> documents = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private volatile long readAt;
  private volatile boolean outdated;

  /**
   * Daily sums of check results: those of past days are read once an hour, those of today and
   * yesterday once a minute.
   *
   * @param readAt when the recent ones were read, epoch milliseconds
   * @param services whose checks they sum up
   */
  record Figures(
      long readAt, List<UUID> services, List<SiteStore.Sum> past, List<SiteStore.Sum> recent) {
    private static final long HOUR_MILLIS = 3_600_000;
    private static final long MINUTE_MILLIS = 60_000;

    static final Figures NONE = new Figures(0, List.of(), List.of(), List.of());

    Figures {
      services = List.copyOf(services);
      past = List.copyOf(past);
      recent = List.copyOf(recent);
    }

    /** Reads what is too old or of other services; fails when the database is unavailable. */
    Future<Figures> renew(SiteStore store, List<UUID> wanted, Instant now) {
      long millis = now.toEpochMilli();
      boolean hasPast = services.equals(wanted) && millis / HOUR_MILLIS == readAt / HOUR_MILLIS;
      if (hasPast && millis - readAt < MINUTE_MILLIS) {
        return Future.succeededFuture(this);
      }
      int today = UptimeHistory.today(now);
      Future<List<SiteStore.Sum>> days =
          hasPast
              ? Future.succeededFuture(past)
              : store.days(wanted, today - UptimeHistory.DAYS + 1, today - 2, millis);
      return days.compose(
          read ->
              store
                  .days(wanted, today - 1, today, millis)
                  .map(newest -> new Figures(millis, wanted, read, newest)));
    }

    /** All sums. */
    List<SiteStore.Sum> sums() {
      return Stream.concat(past.stream(), recent.stream()).toList();
    }
  }

  /**
   * @param readAt when a reader last requested it, epoch milliseconds; 0 for never
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

  /** When a reader last requested it, epoch milliseconds; 0 for never. */
  long readAt() {
    return readAt;
  }

  /** Records a request by a reader. */
  void read(long now) {
    readAt = now;
  }

  /** Whether a reader has requested it recently, so that it is kept up to date. */
  boolean isWanted(long now) {
    return now - readAt < WANTED_MILLIS;
  }

  /** Whether it shows the page as it was a minute ago or later, and no change has come since. */
  boolean isNew(long now) {
    return !outdated && now - model.at().toEpochMilli() < OLD_MILLIS;
  }

  /** Records a change of the page. */
  void outdate() {
    outdated = true;
  }

  /** A document, rendered at its first request; empty when the page has no such document. */
  Optional<SiteContent> document(SiteKey key) {
    return document(key, null);
  }

  private Optional<SiteContent> document(SiteKey key, @Nullable SiteContent before) {
    SiteContent known = documents.get(key);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<SiteContent> made =
        SiteViews.of(model, key).map(document -> document.since(before, model.at()));
    made.filter(document -> bytes.addAndGet(document.size()) <= MOST_BYTES)
        .ifPresent(document -> documents.put(key, document));
    return made;
  }

  /** Renders the documents that readers have requested of the version before. */
  void renderAll(CachedSite before) {
    before.documents.forEach(this::document);
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
