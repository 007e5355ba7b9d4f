package dev.belfry.run;

import dev.belfry.cluster.Lease;
import dev.belfry.cluster.ShardKey;
import dev.belfry.cluster.Timers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what is stored of the shards that are ours: whole when they are claimed, check by check
 * when told of changes. What cannot be read now is tried again until it can. Confined to one
 * thread.
 */
final class Loader {
  private static final Logger LOG = LoggerFactory.getLogger(Loader.class);
  private static final int SHARDS_AT_ONCE = 4;
  private static final int CHECKS_AT_ONCE = 1_000;
  private static final long PAUSE_MILLIS = 250;
  private static final long GATHER_MILLIS = 20;

  /** Much longer than changes can go unnoticed. */
  private static final long GAP_MILLIS = 900_000;

  private final RunStore store;
  private final Timers timers;
  private final Scheduler scheduler;
  private final Runs runs;
  private final Set<UUID> changed = new HashSet<>();

  /** What is being loaded may be older than these. */
  private final Set<UUID> changedWhileLoading = new HashSet<>();

  private final Set<ShardKey> asked = new HashSet<>();
  private final Set<String> uncovered = new HashSet<>();
  private final Deque<Lease> claimed = new ArrayDeque<>();
  private boolean loading;
  private boolean changing;
  private boolean asking;
  private long era;

  Loader(RunStore store, Timers timers, Scheduler scheduler, Runs runs) {
    this.store = store;
    this.timers = timers;
    this.scheduler = scheduler;
    this.runs = runs;
  }

  /** Reads shards that have been claimed. */
  void claimed(Collection<Lease> leases) {
    claimed.addAll(leases);
    if (!loading) {
      loading = true;
      loadNext();
    }
  }

  /** Reads a check again whose settings have changed. */
  void changed(UUID check) {
    if (loading) {
      changedWhileLoading.add(check);
    }
    read(check);
  }

  private void read(UUID check) {
    changed.add(check);
    if (!changing) {
      changing = true;
      long began = era;
      timers.after(GATHER_MILLIS, () -> changeNext(began));
    }
  }

  /** Reads everything again, since changes may have gone unnoticed. */
  void changedAll() {
    claimed(
        scheduler.shards().stream()
            .filter(shard -> shard.loaded)
            .map(shard -> new Lease(shard.key, since(shard), false, shard.covered))
            .toList());
  }

  /** From there on its schedules are read again: not from its claim, which may be weeks ago. */
  private static long since(OwnedShard shard) {
    return Math.max(shard.claimed(), shard.marked() - GAP_MILLIS);
  }

  /** Looks for runs that somebody else left to a shard. */
  void openRuns(ShardKey shard) {
    asked.add(shard);
    if (!asking) {
      asking = true;
      askNext(era);
    }
  }

  /** Forgets what was to be read. */
  void forget() {
    era++;
    changed.clear();
    changedWhileLoading.clear();
    asked.clear();
    claimed.clear();
    loading = false;
    changing = false;
    asking = false;
  }

  private void loadNext() {
    List<Lease> leases = new ArrayList<>(SHARDS_AT_ONCE);
    while (!claimed.isEmpty() && leases.size() < SHARDS_AT_ONCE) {
      Lease lease = claimed.poll();
      OwnedShard shard = scheduler.shard(lease.key());
      if (shard != null && !shard.vacating) {
        leases.add(lease);
      }
    }
    if (leases.isEmpty()) {
      loading = false;
      return;
    }
    long began = era;
    List<ShardKey> keys = leases.stream().map(Lease::key).toList();
    changedWhileLoading.clear();
    store
        .load(leases)
        .compose(rows -> store.openRuns(keys).map(open -> new Loaded(rows, open)))
        .onComplete(
            outcome -> {
              if (era != began) {
                return;
              }
              if (outcome.failed()) {
                claimed.addAll(leases);
                later(this::loadNext, began);
              } else {
                loaded(leases, outcome.result());
                loadNext();
              }
            });
  }

  private record Loaded(List<SeriesRow> rows, List<OpenRunRow> open) {}

  private void loaded(List<Lease> leases, Loaded loaded) {
    Set<Integer> stored = loaded.rows().stream().map(SeriesRow::id).collect(Collectors.toSet());
    Map<ShardKey, Lease> byKey =
        leases.stream().collect(Collectors.toMap(Lease::key, lease -> lease));
    for (SeriesRow row : loaded.rows()) {
      OwnedShard shard = scheduler.shard(row.key());
      Lease lease = byKey.get(row.key());
      if (shard == null || lease == null || shard.vacating) {
        continue;
      }
      if (shard.series.containsKey(row.id())) {
        scheduler.change(row, shard);
      } else {
        scheduler.adopt(row, shard, lease.lost());
      }
    }
    for (Lease lease : leases) {
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

  private void changeNext(long began) {
    if (era != began) {
      return;
    }
    Set<UUID> checks = changed.stream().limit(CHECKS_AT_ONCE).collect(Collectors.toSet());
    changed.removeAll(checks);
    store
        .loadChecks(checks)
        .onComplete(
            outcome -> {
              if (era != began) {
                return;
              }
              if (outcome.failed()) {
                changed.addAll(checks);
                later(() -> changeNext(began), began);
                return;
              }
              scheduler.change(checks, outcome.result());
              if (changed.isEmpty()) {
                changing = false;
              } else {
                changeNext(began);
              }
            });
  }

  private void askNext(long began) {
    if (era != began) {
      return;
    }
    List<ShardKey> keys = List.copyOf(asked);
    asked.clear();
    store
        .openRuns(keys)
        .onComplete(
            outcome -> {
              if (era != began) {
                return;
              }
              if (outcome.failed()) {
                asked.addAll(keys);
                later(() -> askNext(began), began);
                return;
              }
              resume(outcome.result());
              if (asked.isEmpty()) {
                asking = false;
              } else {
                askNext(began);
              }
            });
  }

  private void later(Runnable what, long began) {
    timers.after(
        PAUSE_MILLIS,
        () -> {
          if (era == began) {
            what.run();
          }
        });
  }
}
