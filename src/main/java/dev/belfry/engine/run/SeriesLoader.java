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
 * Reads what is stored of the shards that are ours: whole when they are claimed, check by check
 * when told of changes. What cannot be read now is tried again until it can. Confined to one
 * thread.
 */
final class SeriesLoader {
  private static final Logger LOG = LoggerFactory.getLogger(SeriesLoader.class);
  private static final int SHARDS_AT_ONCE = 4;

  /** So that the database reads some shards while those before are being scheduled. */
  private static final int READERS = 2;

  private static final int CHECKS_AT_ONCE = 1_000;
  private static final long GATHER_MILLIS = 20;

  /** Much longer than changes can go unnoticed. */
  private static final long GAP_MILLIS = 900_000;

  private final RunStore store;
  private final Scheduler scheduler;
  private final RunExecutor runs;
  private final Set<UUID> changed = new HashSet<>();

  /** What is being loaded may be older than these. */
  private final Set<UUID> changedWhileLoading = new HashSet<>();

  private final Set<ShardKey> asked = new HashSet<>();
  private final Set<String> uncovered = new HashSet<>();
  private final Deque<ShardClaim> claimed = new ArrayDeque<>();
  private final List<RetryingReader<List<ShardClaim>, Loaded>> shards;
  private final RetryingReader<Set<UUID>, List<SeriesRow>> changes;
  private final RetryingReader<List<ShardKey>, List<OpenRunRow>> left;

  SeriesLoader(RunStore store, Timers timers, Scheduler scheduler, RunExecutor runs) {
    this.store = store;
    this.scheduler = scheduler;
    this.runs = runs;
    shards =
        Stream.generate(
                () ->
                    new RetryingReader<>(
                        timers,
                        "the monitors of shards",
                        new RetryingReader.Source<>(
                            this::nextShards, this::load, this::loaded, claimed::addAll)))
            .limit(READERS)
            .toList();
    changes =
        new RetryingReader<>(
            timers,
            "monitors that have changed",
            new RetryingReader.Source<>(
                this::nextChanges, store::loadChecks, scheduler::change, changed::addAll));
    left =
        new RetryingReader<>(
            timers,
            "runs that were left to shards",
            new RetryingReader.Source<>(
                this::nextLeft, store::openRuns, (keys, rows) -> resume(rows), asked::addAll));
  }

  /** Reads shards that have been claimed. */
  void claimed(Collection<ShardClaim> leases) {
    if (!isLoading()) {
      changedWhileLoading.clear();
    }
    claimed.addAll(leases);
    shards.forEach(reader -> reader.begin(0));
  }

  /** Reads a check again whose settings have changed. */
  void changed(UUID check) {
    if (isLoading()) {
      changedWhileLoading.add(check);
    }
    read(check);
  }

  private void read(UUID check) {
    changed.add(check);
    changes.begin(GATHER_MILLIS);
  }

  /** Reads everything again, since changes may have gone unnoticed. */
  void changedAll() {
    claimed(
        scheduler.shards().stream()
            .filter(shard -> shard.loaded)
            .map(shard -> new ShardClaim(shard.key, since(shard), false, shard.covered))
            .toList());
  }

  /** From there on its schedules are read again: not from its claim, which may be weeks ago. */
  private static long since(OwnedShard shard) {
    return Math.max(shard.claimed(), shard.marked() - GAP_MILLIS);
  }

  /** Looks for runs that somebody else left to a shard. */
  void openRuns(ShardKey shard) {
    asked.add(shard);
    left.begin(0);
  }

  /** Forgets what was to be read. */
  void forget() {
    changed.clear();
    changedWhileLoading.clear();
    asked.clear();
    claimed.clear();
    shards.forEach(RetryingReader::forget);
    changes.forget();
    left.forget();
  }

  private boolean isLoading() {
    return shards.stream().anyMatch(RetryingReader::isBusy);
  }

  private Optional<List<ShardClaim>> nextShards() {
    List<ShardClaim> leases = new ArrayList<>(SHARDS_AT_ONCE);
    while (!claimed.isEmpty() && leases.size() < SHARDS_AT_ONCE) {
      ShardClaim lease = claimed.poll();
      OwnedShard shard = scheduler.shard(lease.key());
      if (shard != null && !shard.vacating) {
        leases.add(lease);
      }
    }
    return leases.isEmpty() ? Optional.empty() : Optional.of(leases);
  }

  private Future<Loaded> load(List<ShardClaim> leases) {
    List<ShardKey> keys = leases.stream().map(ShardClaim::key).toList();
    return store
        .load(leases)
        .compose(rows -> store.openRuns(keys).map(open -> new Loaded(rows, open)));
  }

  private record Loaded(List<SeriesRow> rows, List<OpenRunRow> open) {}

  private void loaded(List<ShardClaim> leases, Loaded loaded) {
    Set<Integer> stored = loaded.rows().stream().map(SeriesRow::id).collect(Collectors.toSet());
    Map<ShardKey, ShardClaim> byKey =
        leases.stream().collect(Collectors.toMap(ShardClaim::key, lease -> lease));
    for (SeriesRow row : loaded.rows()) {
      OwnedShard shard = scheduler.shard(row.key());
      ShardClaim lease = byKey.get(row.key());
      if (shard == null || lease == null || shard.vacating) {
        continue;
      }
      if (shard.series.containsKey(row.id())) {
        scheduler.change(row, shard);
      } else {
        scheduler.adopt(row, shard, lease.lost());
      }
    }
    for (ShardClaim lease : leases) {
      OwnedShard shard = scheduler.shard(lease.key());
      if (shard != null) {
        shard.loaded = true;
        tellUncovered(shard);
        shard.series.values().stream()
            .filter(series -> !stored.contains(series.id))
            .forEach(series -> changed(series.checkId));
      }
    }
    resume(loaded.open());
    changedWhileLoading.forEach(this::read);
  }

  private void tellUncovered(OwnedShard shard) {
    if (shard.covered) {
      uncovered.remove(shard.key.location());
    } else if (!shard.series.isEmpty() && uncovered.add(shard.key.location())) {
      LOG.warn(
          "No living instance covers the location {}; its runs are recorded as missed",
          shard.key.location());
    }
  }

  private void resume(List<OpenRunRow> rows) {
    for (OpenRunRow row : rows) {
      OwnedShard place = scheduler.shard(row.place());
      if (place != null && !place.vacating) {
        OwnedShard home = scheduler.shard(row.home());
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

  private Optional<List<ShardKey>> nextLeft() {
    List<ShardKey> keys = List.copyOf(asked);
    asked.clear();
    return keys.isEmpty() ? Optional.empty() : Optional.of(keys);
  }
}
