package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the series and open runs of the owned shards: all of a shard, page by page, when it is
 * claimed; those of one check when the database notifies of its change. A read that fails is tried
 * again until it succeeds. Confined to one thread.
 */
final class SeriesLoader {
  private static final Logger LOG = LoggerFactory.getLogger(SeriesLoader.class);
  private static final int SHARDS_AT_ONCE = 4;

  /** Two, so that the database reads some shards while the engine schedules those before. */
  private static final int READERS = 2;

  private static final int CHECKS_AT_ONCE = 1_000;
  private static final long GATHER_MILLIS = 20;

  /** Much longer than changes can go unnoticed. */
  private static final long GAP_MILLIS = 900_000;

  private final RunStore store;
  private final OwnedShards owned;
  private final Scheduler scheduler;
  private final RunExecutor runs;
  private final Set<UUID> changed = new HashSet<>();

  /** Checks to read again, since the shards being loaded may hold older rows of them. */
  private final Set<UUID> changedWhileLoading = new HashSet<>();

  private final Set<OwnedShard> openRunsWanted = new HashSet<>();
  private final Set<String> uncovered = new HashSet<>();
  private final Deque<Wanted> claimed = new ArrayDeque<>();

  /** Shards of which pages are left to read. */
  private final Deque<Page> begun = new ArrayDeque<>();

  private final List<RetryingReader<Page, Loaded>> shardReaders;
  private final RetryingReader<Set<UUID>, List<SeriesRow>> checkReader;
  private final RetryingReader<Set<OwnedShard>, List<OpenRunRow>> openRunReader;

  /**
   * A shard to read. It may be given up, and claimed once more, before it is read: then the answer
   * is older than what its next owner has written.
   */
  private record Wanted(ShardClaim claim, OwnedShard shard) {
    /** One reading for a shard that was asked for twice, from the earlier watermark. */
    private Wanted and(Wanted other) {
      return claim.watermark() <= other.claim.watermark() ? this : other;
    }
  }

  /**
   * A page to read of some shards.
   *
   * @param after the id of the last series of the page before, 0 for the first page
   * @param stored the ids of the series of the pages before
   */
  private record Page(List<Wanted> wanted, int after, Set<Integer> stored) {}

  SeriesLoader(
      RunStore store, Timers timers, OwnedShards owned, Scheduler scheduler, RunExecutor runs) {
    this.store = store;
    this.owned = owned;
    this.scheduler = scheduler;
    this.runs = runs;
    shardReaders =
        Stream.generate(
                () ->
                    new RetryingReader<>(
                        timers,
                        "the monitors of claimed shards",
                        new RetryingReader.Source<>(
                            this::nextPage, this::readPage, this::onPageRead, begun::add)))
            .limit(READERS)
            .toList();
    checkReader =
        new RetryingReader<>(
            timers,
            "changed monitors",
            new RetryingReader.Source<>(
                this::nextChanges, store::loadChecks, scheduler::change, changed::addAll));
    openRunReader =
        new RetryingReader<>(
            timers,
            "open runs of owned shards",
            new RetryingReader.Source<>(
                this::nextOpenRuns,
                shards -> store.openRuns(shards.stream().map(shard -> shard.key).toList()),
                this::resume,
                openRunsWanted::addAll));
  }

  /** Reads the shards of these claims. */
  void load(Collection<ShardClaim> claims) {
    if (!isLoading()) {
      changedWhileLoading.clear();
    }
    for (ShardClaim claim : claims) {
      OwnedShard shard = owned.get(claim.key());
      if (shard != null) {
        claimed.add(new Wanted(claim, shard));
      }
    }
    shardReaders.forEach(reader -> reader.begin(0));
  }

  /**
   * Reads a check that was created, changed or deleted, if it may have series here.
   *
   * @param shard number of the shards of the check's series, 0 to 31
   */
  void onCheckChanged(int shard, UUID check) {
    if (owned.ownsNumber(shard)) {
      readAgain(check);
    }
  }

  private void readAgain(UUID check) {
    if (isLoading()) {
      changedWhileLoading.add(check);
    }
    read(check);
  }

  private void read(UUID check) {
    changed.add(check);
    checkReader.begin(GATHER_MILLIS);
  }

  /** Reads all owned shards, since notifications may have been lost. */
  void onNotificationsLost() {
    load(
        owned.all().stream()
            .filter(shard -> shard.loaded)
            .map(shard -> new ShardClaim(shard.key, since(shard), false, shard.covered))
            .toList());
  }

  /** Reads again from near the watermark, not from that of the claim, which may be weeks old. */
  private static long since(OwnedShard shard) {
    return Math.max(shard.claimed(), shard.marked() - GAP_MILLIS);
  }

  /** Reads the open runs of a shard, if it is owned: another instance has added some. */
  void onRunsAdded(ShardKey shard) {
    OwnedShard place = owned.get(shard);
    if (place != null) {
      openRunsWanted.add(place);
      openRunReader.begin(0);
    }
  }

  /** Forgets what is to be read and ignores what is being read. */
  void forget() {
    changed.clear();
    changedWhileLoading.clear();
    openRunsWanted.clear();
    claimed.clear();
    begun.clear();
    shardReaders.forEach(RetryingReader::forget);
    checkReader.forget();
    openRunReader.forget();
  }

  /** Whether shards are being read, so that not every change is known. */
  boolean isLoading() {
    return shardReaders.stream().anyMatch(RetryingReader::isBusy);
  }

  private Optional<Page> nextPage() {
    Page next = begun.poll();
    return next == null ? nextShards() : Optional.of(next);
  }

  private Optional<Page> nextShards() {
    Map<ShardKey, Wanted> wanted = new LinkedHashMap<>();
    while (!claimed.isEmpty() && wanted.size() < SHARDS_AT_ONCE) {
      Wanted one = claimed.poll();
      if (isKept(one)) {
        wanted.merge(one.claim().key(), one, Wanted::and);
      }
    }
    return wanted.isEmpty()
        ? Optional.empty()
        : Optional.of(new Page(List.copyOf(wanted.values()), 0, new HashSet<>()));
  }

  /** Whether the shard is still owned since it was asked for, and not being given up. */
  private boolean isKept(Wanted wanted) {
    return owned.get(wanted.claim().key()) == wanted.shard() && !wanted.shard().vacating;
  }

  private Future<Loaded> readPage(Page page) {
    List<ShardClaim> claims = page.wanted().stream().map(Wanted::claim).toList();
    List<ShardKey> keys = claims.stream().map(ShardClaim::key).toList();
    return store
        .load(claims, page.after())
        .compose(
            read ->
                read.last() == null
                    ? store.openRuns(keys).map(open -> new Loaded(read, open))
                    : Future.succeededFuture(new Loaded(read, List.of())));
  }

  /** A page, the last one with the open runs of the shards. */
  private record Loaded(SeriesPage page, List<OpenRunRow> open) {}

  /** Opens the series of a page. The watermark of a shard may move from its last page on. */
  private void onPageRead(Page page, Loaded loaded) {
    Map<ShardKey, Wanted> kept =
        page.wanted().stream()
            .filter(this::isKept)
            .collect(Collectors.toMap(one -> one.claim().key(), one -> one));
    for (SeriesRow row : loaded.page().rows()) {
      page.stored().add(row.id());
      Wanted one = kept.get(row.key());
      if (one != null && one.shard().series.containsKey(row.id())) {
        scheduler.change(row, one.shard());
      } else if (one != null) {
        scheduler.adopt(row, one.shard(), one.claim().lost());
      }
    }
    Integer last = loaded.page().last();
    if (last == null || kept.isEmpty()) {
      onShardsRead(kept, page.stored(), loaded.open());
    } else {
      begun.addFirst(new Page(page.wanted(), last, page.stored()));
    }
  }

  private void onShardsRead(
      Map<ShardKey, Wanted> kept, Set<Integer> stored, List<OpenRunRow> open) {
    for (Wanted one : kept.values()) {
      one.shard().loaded = true;
      warnIfUncovered(one.shard());
      one.shard().series.values().stream()
          .filter(series -> !stored.contains(series.id))
          .forEach(series -> readAgain(series.checkId));
    }
    resume(kept.values().stream().map(Wanted::shard).collect(Collectors.toSet()), open);
    changedWhileLoading.forEach(this::read);
  }

  private void warnIfUncovered(OwnedShard shard) {
    if (shard.covered) {
      uncovered.remove(shard.key.location());
    } else if (!shard.series.isEmpty() && uncovered.add(shard.key.location())) {
      LOG.warn(
          "No living instance covers location {}; its runs are recorded as missed."
              + " Add the location to BELFRY_LOCATIONS of an instance",
          shard.key.location());
    }
  }

  /** Takes over the open runs of shards that are still owned since they were asked for. */
  private void resume(Set<OwnedShard> asked, List<OpenRunRow> rows) {
    for (OpenRunRow row : rows) {
      OwnedShard place = owned.get(row.place());
      if (place != null && asked.contains(place) && !place.vacating) {
        OwnedShard home = owned.get(row.home());
        Series series = home == null ? null : home.series.get(row.seriesId());
        runs.resume(row, series == null ? null : series.newest);
      }
    }
  }

  private Optional<Set<UUID>> nextChanges() {
    Set<UUID> checks = changed.stream().limit(CHECKS_AT_ONCE).collect(Collectors.toSet());
    changed.removeAll(checks);
    return checks.isEmpty() ? Optional.empty() : Optional.of(checks);
  }

  private Optional<Set<OwnedShard>> nextOpenRuns() {
    Set<OwnedShard> shards = Set.copyOf(openRunsWanted);
    openRunsWanted.clear();
    return shards.isEmpty() ? Optional.empty() : Optional.of(shards);
  }
}
