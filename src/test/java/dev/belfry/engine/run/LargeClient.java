package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ClusterRegistry;
import dev.belfry.platform.cluster.ClusterState;
import dev.belfry.platform.cluster.Instance;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The database of a large cluster as one instance asks it, with the time that it takes. */
final class LargeClient implements ClusterRegistry, RunStore {
  /** Of a statement on a network and a server that are not busy. */
  private static final long STATEMENT_MICROS = 1_000;

  /** Of a row that is written or read, as measured on two processors. */
  private static final long ROW_MICROS = 20;

  private final LargeDatabase database;
  private final SimulatedWorld.Machine asker;

  LargeClient(LargeDatabase database, SimulatedWorld.Machine asker) {
    this.database = database;
    this.asker = asker;
  }

  private <T> Future<T> ask(String statement, long rows, Supplier<T> what) {
    long there = (STATEMENT_MICROS + rows * ROW_MICROS) / 2 + database.world.random.nextInt(200);
    return asker.ask(
        there,
        database.process,
        () -> {
          database.count(statement);
          return Future.succeededFuture(what.get());
        });
  }

  @Override
  public Future<Long> join(String name, Set<String> locations) {
    return ask(
        "join",
        0,
        () -> {
          long id = ++database.lastInstance;
          database.instances.put(id, new Instance(id, locations, 0, false, true));
          return id;
        });
  }

  @Override
  public Future<ClusterState> beat(long instance, boolean draining) {
    return ask(
        "beat",
        0,
        () -> {
          database.instances.computeIfPresent(
              instance,
              (id, old) -> new Instance(id, old.locations(), old.beat() + 1, draining, true));
          return new ClusterState(
              database.world.databaseMillis(),
              database.fenced.contains(instance),
              List.copyOf(database.instances.values()),
              database.listed(),
              Set.of());
        });
  }

  @Override
  public Future<Void> fence(long instance, long beat) {
    return ask(
        "fence",
        0,
        () -> {
          Instance there = database.instances.get(instance);
          if (there != null && there.beat() == beat) {
            database.instances.remove(instance);
            database.fenced.add(instance);
          }
          return null;
        });
  }

  @Override
  public Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen) {
    return ask("claim", seen.size(), () -> won(instance, seen));
  }

  private List<ShardClaim> won(long instance, List<ClusterState.Shard> seen) {
    List<ShardClaim> won = new ArrayList<>();
    Instance me = database.instances.get(instance);
    if (me == null) {
      return won;
    }
    for (ClusterState.Shard wanted : seen) {
      SimulatedShard state = database.shard(wanted.key());
      boolean lost = state.owner != null && database.fenced.contains(state.owner);
      if (state.fence == wanted.fence()
          && (state.owner == null || state.owner == instance || lost)) {
        state.owner = instance;
        state.fence++;
        won.add(new ShardClaim(wanted.key(), state.watermark, lost, true));
      }
    }
    database.changed();
    return won;
  }

  @Override
  public Future<Void> release(long instance, List<ShardKey> keys) {
    return ask(
        "release",
        keys.size(),
        () -> {
          for (ShardKey key : keys) {
            SimulatedShard state = database.shard(key);
            if (state.owner != null && state.owner == instance) {
              state.owner = null;
              state.fence++;
            }
          }
          database.changed();
          return null;
        });
  }

  @Override
  public Future<Void> leave(long instance) {
    return ask(
        "leave",
        0,
        () -> {
          database.instances.remove(instance);
          database.fenced.add(instance);
          return null;
        });
  }

  @Override
  public Future<SeriesPage> load(List<ShardClaim> claims, int after) {
    long series = claims.stream().mapToLong(claim -> database.seriesOf(claim.key()).size()).sum();
    return ask(
        "load",
        series,
        () -> {
          List<SeriesRow> rows = new ArrayList<>();
          for (ShardClaim claim : claims) {
            long since = claim.watermark() - Scheduler.LATE_CHANGE_MILLIS;
            for (int id : database.seriesOf(claim.key())) {
              rows.add(database.row(id, claim.key(), since));
            }
          }
          return new SeriesPage(rows, null);
        });
  }

  @Override
  public Future<List<SeriesRow>> loadChecks(Collection<UUID> checks) {
    return Future.succeededFuture(List.of());
  }

  @Override
  public Future<List<OpenRunRow>> openRuns(List<ShardKey> places) {
    return ask("open runs", 0, List::of);
  }

  @Override
  public Future<Boolean> write(long instance, ResultBatch batch) {
    return ask(
        "write",
        batch.rows(),
        () -> {
          boolean alive = database.instances.containsKey(instance);
          if (alive) {
            database.apply(instance, batch);
          }
          return alive;
        });
  }

  @Override
  public Future<Boolean> writeMissed(long instance, MissedBatch batch) {
    return ask(
        "write missed",
        batch.rows(),
        () -> {
          boolean alive = database.instances.containsKey(instance);
          if (alive) {
            database.apply(batch);
          }
          return alive;
        });
  }
}
