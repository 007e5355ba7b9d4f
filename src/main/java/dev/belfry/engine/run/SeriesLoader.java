package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import dev.belfry.platform.cluster.Timers;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
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
 * Reads the series and open runs of the owned shards: a whole shard when it is claimed, one check
 * when the database notifies of its change. A read that fails is tried again until it succeeds.
 * Confined to one thread.
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

  private final Set<ShardKey> openRunsWanted = new HashSet<>();
  private final Set<String> uncovered = new HashSet<>();
  private final Deque<ShardClaim> claimed = new ArrayDeque<>();
  private final List<RetryingReader<List<ShardClaim>, Loaded>> shardReaders;
  private final RetryingReader<Set<UUID>, List<SeriesRow>> checkReader;
  private final RetryingReader<List<ShardKey>, List<OpenRunRow>> openRunReader;

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
                            this::nextShards,
                            this::readShards,
                            this::onShardsRead,
                            claimed::addAll)))
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
                store::openRuns,
                (keys, rows) -> resume(rows),
                openRunsWanted::addAll));
  }

  /** Reads the shards of these claims. */
  void load(Collection<ShardClaim> claims) {
    if (!isLoading()) {
      changedWhileLoading.clear();
    }
    claimed.addAll(claims);
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
    if (owned.get(shard) != null) {
      openRunsWanted.add(shard);
      openRunReader.begin(0);
    }
  }

  /** Forgets what is to be read and ignores what is being read. */
  void forget() {
    changed.clear();
    changedWhileLoading.clear();
    openRunsWanted.clear();
    claimed.clear();
    shardReaders.forEach(RetryingReader::forget);
    checkReader.forget();
    openRunReader.forget();
  }

  private boolean isLoading() {
    return shardReaders.stream().anyMatch(RetryingReader::isBusy);
  }

  private Optional<List<ShardClaim>> nextShards() {
    List<ShardClaim> claims = new ArrayList<>(SHARDS_AT_ONCE);
    while (!claimed.isEmpty() && claims.size() < SHARDS_AT_ONCE) {
      ShardClaim claim = claimed.poll();
      OwnedShard shard = owned.get(claim.key());
      if (shard != null && !shard.vacating) {
        claims.add(claim);
      }
    }
    return claims.isEmpty() ? Optional.empty() : Optional.of(claims);
  }

  private Future<Loaded> readShards(List<ShardClaim> claims) {
    List<ShardKey> keys = claims.stream().map(ShardClaim::key).toList();
    return store
        .load(claims)
        .compose(rows -> store.openRuns(keys).map(open -> new Loaded(rows, open)));
  }

  private record Loaded(List<SeriesRow> rows, List<OpenRunRow> open) {}

  private void onShardsRead(List<ShardClaim> claims, Loaded loaded) {
    Set<Integer> stored = loaded.rows().stream().map(SeriesRow::id).collect(Collectors.toSet());
    Map<ShardKey, ShardClaim> byKey =
        claims.stream().collect(Collectors.toMap(ShardClaim::key, claim -> claim));
    for (SeriesRow row : loaded.rows()) {
      OwnedShard shard = owned.get(row.key());
      ShardClaim claim = byKey.get(row.key());
      if (shard == null || claim == null || shard.vacating) {
        continue;
      }
      if (shard.series.containsKey(row.id())) {
        scheduler.change(row, shard);
      } else {
        scheduler.adopt(row, shard, claim.lost());
      }
    }
    for (ShardClaim claim : claims) {
      OwnedShard shard = owned.get(claim.key());
      if (shard != null) {
        shard.loaded = true;
        warnIfUncovered(shard);
        shard.series.values().stream()
            .filter(series -> !stored.contains(series.id))
            .forEach(series -> readAgain(series.checkId));
      }
    }
    resume(loaded.open());
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

  private void resume(List<OpenRunRow> rows) {
    for (OpenRunRow row : rows) {
      OwnedShard place = owned.get(row.place());
      if (place != null && !place.vacating) {
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

  private Optional<List<ShardKey>> nextOpenRuns() {
    List<ShardKey> keys = List.copyOf(openRunsWanted);
    openRunsWanted.clear();
    return keys.isEmpty() ? Optional.empty() : Optional.of(keys);
  }
}
