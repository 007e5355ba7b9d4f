package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ClusterRegistry;
import dev.belfry.platform.cluster.ClusterState;
import dev.belfry.platform.cluster.Instance;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/** The simulated database as an instance sees it. */
final class SimulatedClient implements ClusterRegistry, RunStore {
  private final SimulatedDatabase database;
  private final SimulatedWorld.Machine asker;

  SimulatedClient(SimulatedDatabase database, SimulatedWorld.Machine asker) {
    this.database = database;
    this.asker = asker;
  }

  /** Asks, over a network that may lose the answer. */
  <T> Future<T> ask(Supplier<T> what) {
    return ask(0, what);
  }

  private <T> Future<T> ask(long work, Supplier<T> what) {
    long there = (database.slowMicros + work) / 2 + database.world.random.nextInt(200);
    boolean lostAnswer = database.isAway() && database.world.random.nextInt(10) == 0;
    if (database.isAway() && !lostAnswer) {
      return asker.ask(400_000, database.process, () -> Future.failedFuture("away"));
    }
    return asker.ask(
        there,
        database.process,
        () -> {
          T done = what.get();
          return lostAnswer ? Future.failedFuture("answer lost") : Future.succeededFuture(done);
        });
  }

  @Override
  public Future<Long> join(String name, Set<String> locations) {
    return ask(
        () -> {
          long id = ++database.lastInstance;
          database.instances.put(id, new Instance(id, locations, 0, false, true));
          return id;
        });
  }

  @Override
  public Future<ClusterState> beat(long instance, boolean draining) {
    return ask(
        () -> {
          database.instances.computeIfPresent(
              instance,
              (id, old) -> new Instance(id, old.locations(), old.beat() + 1, draining, true));
          List<Instance> living =
              database.instances.values().stream()
                  .filter(one -> !database.fenced.contains(one.id()))
                  .toList();
          List<ClusterState.Shard> all = new ArrayList<>();
          database.shards.forEach(
              (key, state) -> all.add(new ClusterState.Shard(key, state.owner, state.fence)));
          return new ClusterState(
              database.world.databaseMillis(),
              database.fenced.contains(instance),
              living,
              all,
              Set.of());
        });
  }

  @Override
  public Future<Void> fence(long instance, long beat) {
    return ask(
        () -> {
          Instance there = database.instances.get(instance);
          if (there != null && there.beat() == beat) {
            database.fenced.add(instance);
          }
          return null;
        });
  }

  @Override
  public Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen) {
    return ask(
        () -> {
          List<ShardClaim> won = new ArrayList<>();
          Instance me = database.instances.get(instance);
          if (me == null || database.fenced.contains(instance)) {
            return won;
          }
          for (ClusterState.Shard wanted : seen) {
            SimulatedShard state = database.shards.get(wanted.key());
            if (state != null
                && state.fence == wanted.fence()
                && (state.owner == null
                    || state.owner == instance
                    || database.fenced.contains(state.owner))) {
              boolean lost = state.owner != null;
              state.owner = instance;
              state.fence++;
              won.add(
                  new ShardClaim(
                      wanted.key(),
                      state.watermark,
                      lost,
                      me.locations().contains(wanted.key().location())));
            }
          }
          return won;
        });
  }

  @Override
  public Future<Void> release(long instance, List<ShardKey> keys) {
    return ask(
        () -> {
          for (ShardKey key : keys) {
            SimulatedShard state = database.shards.get(key);
            if (state != null && state.owner != null && state.owner == instance) {
              state.owner = null;
              state.fence++;
            }
          }
          return null;
        });
  }

  @Override
  public Future<Void> leave(long instance) {
    return ask(
        () -> {
          database.fenced.add(instance);
          return null;
        });
  }

  @Override
  public Future<SeriesPage> load(List<ShardClaim> claims, int after) {
    return ask(
        database.readMicros,
        () -> {
          List<SeriesRow> rows = new ArrayList<>();
          for (ShardClaim claim : claims) {
            long since = claim.watermark() - Scheduler.LATE_CHANGE_MILLIS;
            for (SimulatedMonitor monitor : database.monitors.values()) {
              if (monitor.key.equals(claim.key())) {
                List<ScheduleVersion> versions =
                    monitor.versions.stream().filter(one -> one.until() > since).toList();
                if (!versions.isEmpty()) {
                  rows.add(row(monitor, versions, since));
                }
              }
            }
          }
          rows.removeIf(row -> row.id() <= after);
          rows.sort(Comparator.comparingInt(SeriesRow::id));
          int size = Math.max(1 + database.world.random.nextInt(8), rows.size() / 2);
          return rows.size() < size
              ? new SeriesPage(rows, null)
              : new SeriesPage(List.copyOf(rows.subList(0, size)), rows.get(size - 1).id());
        });
  }

  private SeriesRow row(SimulatedMonitor monitor, List<ScheduleVersion> versions, long since) {
    List<Long> done =
        new ArrayList<>(
            database
                .finals
                .getOrDefault(monitor.id, new TreeMap<>())
                .tailMap(since, false)
                .keySet());
    database.open.keySet().stream()
        .filter(key -> key.seriesId() == monitor.id && key.at() > since)
        .forEach(key -> done.add(key.at()));
    done.sort(null);
    return monitor.row(versions, done);
  }

  @Override
  public Future<List<SeriesRow>> loadChecks(Collection<UUID> checks) {
    return ask(
        () ->
            database.monitors.values().stream()
                .filter(monitor -> checks.contains(monitor.check))
                .map(monitor -> monitor.row(monitor.versions, List.of()))
                .toList());
  }

  @Override
  public Future<List<OpenRunRow>> openRuns(List<ShardKey> places) {
    return ask(
        database.readMicros,
        () -> {
          List<OpenRunRow> rows = new ArrayList<>();
          database.open.forEach(
              (key, waiting) -> {
                SimulatedMonitor monitor = database.monitors.get(key.seriesId());
                if (monitor != null && places.contains(waiting.place())) {
                  rows.add(
                      new OpenRunRow(
                          key.seriesId(),
                          monitor.check,
                          monitor.key,
                          waiting.place(),
                          key.at(),
                          waiting.attempts(),
                          waiting.started(),
                          waiting.due(),
                          monitor.spec));
                }
              });
          return rows;
        });
  }

  @Override
  public Future<Boolean> write(long instance, ResultBatch batch) {
    return writeUnlessFenced(instance, batch.rows(), () -> database.apply(instance, batch));
  }

  @Override
  public Future<Boolean> writeMissed(long instance, MissedBatch batch) {
    return writeUnlessFenced(instance, batch.rows(), () -> database.apply(instance, batch));
  }

  private Future<Boolean> writeUnlessFenced(long instance, long rows, Runnable what) {
    return ask(
        database.work(rows),
        () -> {
          if (!database.instances.containsKey(instance) || database.fenced.contains(instance)) {
            return false;
          }
          what.run();
          return true;
        });
  }
}
