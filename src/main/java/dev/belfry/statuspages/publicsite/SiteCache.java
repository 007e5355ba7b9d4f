package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.CustomDomains;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import dev.belfry.platform.db.Notifications;
import dev.belfry.platform.db.Patience;
import dev.belfry.platform.db.Replicas;
import dev.belfry.statuspages.domain.DomainPolicy;
import dev.belfry.statuspages.page.PageListener;
import dev.belfry.statuspages.subscription.SubscriptionOffer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Caches status pages in memory for all event loops. It reads a page at its first request and at
 * the first one after a change. While readers request it, it reads it at each change and every few
 * seconds, since content also changes with time. It serves cached pages while the database is
 * unavailable.
 */
public final class SiteCache implements PageListener {
  private static final Duration TICK = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How long a reader waits for a page that is not cached. */
  private static final Duration READER_PATIENCE = Duration.ofSeconds(1);

  /**
   * How long a reader waits for a newer page than the cached one, and how long the database may be
   * silent until readers do not wait for it: two beats and a bit.
   */
  private static final Duration PATIENCE_FOR_NEWER = Duration.ofMillis(700);

  /** How long readers get the cached page at once after a failed read. */
  private static final long RETRY_MILLIS = 5_000;

  /** Least pause between two reads of one page. */
  private static final long PAUSE_MILLIS = 200;

  private static final int CONNECTIONS = 2;
  private static final int READ_AT_START = 200;

  private final Vertx vertx;
  private final Context context;
  private final JobRunner jobs;
  private final SiteStore store;
  private final PageUrls urls;
  private final SubscriptionOffer offer;
  private final Patience beats;
  private final InstantSource clock;
  private final Notifications notifications;
  private final CachedSites sites = new CachedSites();
  private final CoalescedReads reads;
  private final PageRenewals renewals;
  private final PageRounds rounds;
  private final DomainPolicy policy;
  private final PublicPageIndex addresses;
  private volatile long failedAt;
  private boolean startedReading;

  /**
   * Creates it; {@link #start} begins reading.
   *
   * @param replicas that it may read from, null for none
   * @param beats learns several times a second that the database answers
   * @param urls gives the absolute addresses
   */
  public SiteCache(
      Vertx vertx,
      DatabaseAddress address,
      @Nullable Replicas replicas,
      Config config,
      Patience beats,
      PageUrls urls,
      InstantSource clock) {
    this.vertx = vertx;
    this.offer = SubscriptionOffer.of(config);
    this.context = vertx.getOrCreateContext();
    this.urls = urls;
    this.beats = beats;
    this.clock = clock;
    this.policy = DomainPolicy.of(config);
    this.addresses = new PublicPageIndex(policy);
    this.jobs = JobRunner.ofRequests(vertx, address, config.database(), CONNECTIONS, PATIENCE);
    this.jobs.database().readFrom(replicas, CONNECTIONS);
    this.store = new SiteStore(jobs.database());
    this.reads = new CoalescedReads(vertx, PAUSE_MILLIS);
    this.renewals =
        new PageRenewals(
            CONNECTIONS, this::load, () -> vertx.timer(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    this.rounds = new PageRounds(this::load, jobs::stopped);
    this.notifications =
        new Notifications(
            vertx,
            address,
            config.database().timeout(),
            Map.of(
                "belfry_pages", account -> context.runOnContext(here -> onPagesChanged(account)),
                "belfry_page_addresses", nothing -> context.runOnContext(here -> readAddresses())),
            () -> context.runOnContext(here -> onReconnected()));
  }

  /**
   * Reads the index of pages. The future succeeds within a second, even if the read has not
   * finished. Answer no request with 404 before it completes.
   */
  public Future<Void> open() {
    Promise<Void> known = Promise.promise();
    context.runOnContext(here -> readAddresses().onComplete(known));
    return known
        .future()
        .timeout(READER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .otherwiseEmpty();
  }

  /** Starts to listen for changes and to read pages in the background. */
  public void start() {
    context.runOnContext(
        here -> {
          notifications.start();
          jobs.every(TICK, "Refresh status pages", this::renew);
        });
  }

  /** Stops; the future completes when the connections are closed. */
  public Future<Void> stop() {
    return notifications.close().eventually(jobs::stop);
  }

  /** The page is served at once. */
  @Override
  public void onWritten(String url) {
    addresses.expect(url);
  }

  /** The page is served no longer, even if it is just being read. */
  @Override
  public void onDeleted(UUID page) {
    sites.withdraw(page);
  }

  /** The custom domains that are served. */
  public CustomDomains domains() {
    return addresses;
  }

  /**
   * The newest version of a page that can be read within 0.7 seconds, or at once while the database
   * is silent. Empty when there is no such page; the future fails when the database is unavailable
   * and the page is not cached.
   */
  Future<Optional<CachedSite>> site(String url) {
    CachedSite site = sites.get(url);
    long now = clock.millis();
    if (site != null) {
      site.read(now);
      if (site.isNew(now) || now - failedAt < RETRY_MILLIS) {
        return Future.succeededFuture(Optional.of(site));
      }
    }
    if (site == null && !addresses.mayHave(url)) {
      return Future.succeededFuture(Optional.empty());
    }
    Promise<Void> loaded = ContextInternal.current().promise();
    context.runOnContext(here -> loadSince(url).onComplete(loaded));
    return (site == null
            ? loaded.future().timeout(READER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            : beats.bound(loaded.future(), PATIENCE_FOR_NEWER))
        .map(done -> requested(url, now))
        .recover(
            failure -> {
              failedAt = now;
              Optional<CachedSite> there = requested(url, now);
              return there.isEmpty() ? Future.failedFuture(failure) : Future.succeededFuture(there);
            });
  }

  private Optional<CachedSite> requested(String url, long now) {
    Optional<CachedSite> there = Optional.ofNullable(sites.get(url));
    there.ifPresent(site -> site.read(now));
    return there;
  }

  /** A read that began before a deletion may bring the page back; the next one does not. */
  private Future<Void> loadSince(String url) {
    return load(url).compose(read -> sites.isWithdrawn(url) ? load(url) : Future.succeededFuture());
  }

  private void onReconnected() {
    readAddresses();
    sites.urls(any -> true).forEach(renewals::ask);
  }

  /** Pages without recent readers are read again for the next one, not at each change. */
  private void onPagesChanged(String account) {
    UUID changed = UUID.fromString(account);
    long now = clock.millis();
    for (String url : sites.urls(site -> site.model().settings().account().equals(changed))) {
      CachedSite site = sites.get(url);
      if (site != null) {
        site.outdate();
        if (site.isWanted(now) || reads.isUnderWay(url)) {
          renewals.ask(url);
        }
      }
    }
  }

  private Future<Void> renew() {
    if (!addresses.areKnown()) {
      return readAddresses().compose(read -> renew());
    }
    if (!startedReading) {
      startedReading = true;
      return rounds.load(addresses.some(READ_AT_START));
    }
    long now = clock.millis();
    return rounds.load(sites.urls(site -> site.isWanted(now)));
  }

  private Future<Void> readAddresses() {
    return reads.once(
        "",
        () ->
            store
                .addresses()
                .map(
                    read -> {
                      addresses.replace(read);
                      sites.retain(read.keySet());
                      return null;
                    }));
  }

  private Future<Void> load(String url) {
    return reads.once(url, () -> read(url));
  }

  private Future<Void> read(String url) {
    Instant now = clock.instant();
    return store
        .page(url, now.toEpochMilli())
        .compose(
            found -> {
              if (found.isEmpty()) {
                sites.remove(url);
                return Future.succeededFuture();
              }
              return figures(url, found.get(), now)
                  .compose(figures -> store(url, found.get(), figures, now));
            });
  }

  private Future<CachedSite.Figures> figures(String url, SiteStore.Stored stored, Instant now) {
    CachedSite before = sites.get(url);
    CachedSite.Figures known = before == null ? CachedSite.Figures.NONE : before.figures();
    return known.renew(store, SiteModelBuilder.services(stored), now);
  }

  /** Renders requested documents ahead of the next request, off the event loops. */
  private Future<Void> store(
      String url, SiteStore.Stored stored, CachedSite.Figures figures, Instant now) {
    return vertx.executeBlocking(
        () -> {
          CachedSite before = sites.get(url);
          CachedSite made =
              new CachedSite(
                  SiteModelBuilder.build(
                      stored,
                      figures.sums(),
                      urls.of(url, policy.served(stored.domain())),
                      offer,
                      now),
                  figures,
                  before == null ? 0 : before.readAt());
          if (before != null && before.isWanted(now.toEpochMilli())) {
            made.renderAll(before);
          }
          sites.put(url, made);
          return null;
        });
  }
}
