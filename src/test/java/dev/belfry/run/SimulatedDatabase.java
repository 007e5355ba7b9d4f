package dev.belfry.run;

import dev.belfry.check.Reason;
import dev.belfry.check.Verdict;
import dev.belfry.cluster.Census;
import dev.belfry.cluster.Directory;
import dev.belfry.cluster.Instance;
import dev.belfry.cluster.Lease;
import dev.belfry.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What the SQL does, on maps: one truth that all simulated instances share. */
final class SimulatedDatabase {
  final World world;
  final World.Machine process;
  final Map<Long, Instance> instances = new LinkedHashMap<>();
  final Set<Long> fenced = new HashSet<>();
  final Map<ShardKey, SimulatedShard> shards = new LinkedHashMap<>();
  final Map<Integer, SimulatedMonitor> monitors = new LinkedHashMap<>();
  final Map<Integer, TreeMap<Long, Outcome>> finals = new HashMap<>();
  final Map<Batch.RunKey, Batch.Waiting> open = new LinkedHashMap<>();
  final List<String> violations = new ArrayList<>();
  Consumer<ShardKey> runsLeft = place -> {};
  boolean away;
  long slowMicros = 200;
  private long lastInstance;

  record Outcome(Verdict verdict, Reason reason, long writer) {}

  SimulatedDatabase(World world) {
    this.world = world;
    process = world.new Machine();
  }

  /** Asks for a run by hand; as the API does. */
  void trigger(SimulatedMonitor monitor) {
    long at = monitor.timeByHand(world.databaseMillis());
    open.put(new Batch.RunKey(monitor.id, at), new Batch.Waiting(monitor.key, 0, at, at, true));
    runsLeft.accept(monitor.key);
  }

  /** As an instance sees it. */
  final class Client implements Directory, RunStore {
    private final World.Machine asker;

    Client(World.Machine asker) {
      this.asker = asker;
    }

    private <T> Future<T> ask(Supplier<T> what) {
      long there = slowMicros / 2 + world.random.nextInt(200);
      boolean lostAnswer = away && world.random.nextInt(10) == 0;
      if (away && !lostAnswer) {
        return asker.ask(400_000, process, () -> Future.failedFuture("away"));
      }
      return asker.ask(
          there,
          process,
          () -> {
            T done = what.get();
            return lostAnswer ? Future.failedFuture("answer lost") : Future.succeededFuture(done);
          });
    }

    @Override
    public Future<Long> join(String name, Set<String> locations) {
      return ask(
          () -> {
            long id = ++lastInstance;
            instances.put(id, new Instance(id, locations, 0, false));
            return id;
          });
    }

    @Override
    public Future<Census> beat(long instance, boolean draining) {
      return ask(
          () -> {
            instances.computeIfPresent(
                instance, (id, old) -> new Instance(id, old.locations(), old.beat() + 1, draining));
            List<Instance> living =
                instances.values().stream().filter(one -> !fenced.contains(one.id())).toList();
            List<Census.Shard> all = new ArrayList<>();
            shards.forEach(
                (key, state) -> all.add(new Census.Shard(key, state.owner, state.fence)));
            return new Census(world.databaseMillis(), fenced.contains(instance), living, all);
          });
    }

    @Override
    public Future<Void> fence(long instance, long beat) {
      return ask(
          () -> {
            Instance there = instances.get(instance);
            if (there != null && there.beat() == beat) {
              fenced.add(instance);
            }
            return null;
          });
    }

    @Override
    public Future<List<Lease>> claim(long instance, List<Census.Shard> seen) {
      return ask(
          () -> {
            List<Lease> won = new ArrayList<>();
            Instance me = instances.get(instance);
            if (me == null || fenced.contains(instance)) {
              return won;
            }
            for (Census.Shard wanted : seen) {
              SimulatedShard state = shards.get(wanted.key());
              if (state != null
                  && state.fence == wanted.fence()
                  && (state.owner == null
                      || state.owner == instance
                      || fenced.contains(state.owner))) {
                boolean lost = state.owner != null;
                state.owner = instance;
                state.fence++;
                won.add(
                    new Lease(
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
              SimulatedShard state = shards.get(key);
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
            fenced.add(instance);
            return null;
          });
    }

    @Override
    public Future<List<SeriesRow>> load(List<Lease> leases) {
      return ask(
          () -> {
            List<SeriesRow> rows = new ArrayList<>();
            for (Lease lease : leases) {
              long since = lease.watermark() - Scheduler.LATE_CHANGE_MILLIS;
              for (SimulatedMonitor monitor : monitors.values()) {
                if (monitor.key.equals(lease.key())) {
                  List<Version> versions =
                      monitor.versions.stream().filter(one -> one.until() > since).toList();
                  if (!versions.isEmpty()) {
                    rows.add(row(monitor, versions, since));
                  }
                }
              }
            }
            return rows;
          });
    }

    private SeriesRow row(SimulatedMonitor monitor, List<Version> versions, long since) {
      List<Long> done =
          new ArrayList<>(
              finals.getOrDefault(monitor.id, new TreeMap<>()).tailMap(since, false).keySet());
      open.keySet().stream()
          .filter(key -> key.seriesId() == monitor.id && key.at() > since)
          .forEach(key -> done.add(key.at()));
      done.sort(null);
      return monitor.row(versions, done);
    }

    @Override
    public Future<List<SeriesRow>> loadChecks(Collection<UUID> checks) {
      return ask(
          () ->
              monitors.values().stream()
                  .filter(monitor -> checks.contains(monitor.check))
                  .map(monitor -> monitor.row(monitor.versions, List.of()))
                  .toList());
    }

    @Override
    public Future<List<OpenRunRow>> openRuns(List<ShardKey> places) {
      return ask(
          () -> {
            List<OpenRunRow> rows = new ArrayList<>();
            open.forEach(
                (key, waiting) -> {
                  SimulatedMonitor monitor = monitors.get(key.seriesId());
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
    public Future<Boolean> write(long instance, Batch batch) {
      return ask(
          () -> {
            if (!instances.containsKey(instance) || fenced.contains(instance)) {
              return false;
            }
            apply(instance, batch);
            return true;
          });
    }
  }

  private void apply(long instance, Batch batch) {
    batch.ended.forEach(open::remove);
    batch.waiting.forEach(
        (key, waiting) -> {
          Batch.Waiting before = open.get(key);
          boolean over = finals.getOrDefault(key.seriesId(), new TreeMap<>()).containsKey(key.at());
          if (!over && (before == null || before.attempts() < waiting.attempts())) {
            open.put(key, waiting);
            if (waiting.elsewhere()) {
              runsLeft.accept(waiting.place());
            }
          }
        });
    for (ResultRow row : batch.results) {
      if (row.attempt() == 0) {
        put(row.seriesId(), row.at(), new Outcome(row.verdict(), row.reason(), instance));
      }
    }
    for (Batch.Missed missed : batch.missed) {
      MissedRange range = missed.range();
      for (long at = range.first(); at <= range.last(); at += range.period()) {
        put(missed.seriesId(), at, new Outcome(Verdict.MISSED, missed.reason(), instance));
      }
    }
    batch.watermarks.forEach(
        (key, watermark) -> {
          SimulatedShard state = shards.get(key);
          if (state != null && state.owner != null && state.owner == instance) {
            state.watermark = Math.max(state.watermark, watermark);
          }
        });
  }

  private void put(int series, long at, Outcome outcome) {
    Instance writer = instances.get(outcome.writer());
    if (outcome.reason() == Reason.LOCATION_NOT_COVERED
        && writer != null
        && writer.locations().size() == Simulation.PLACES.size()) {
      violations.add("series " + series + " at " + at + " was covered by its own owner");
    }
    Outcome before = finals.computeIfAbsent(series, id -> new TreeMap<>()).putIfAbsent(at, outcome);
    if (before != null && before.writer() != outcome.writer()) {
      violations.add(
          "two results for series " + series + " at " + at + ": " + before + ", " + outcome);
    }
  }
}
