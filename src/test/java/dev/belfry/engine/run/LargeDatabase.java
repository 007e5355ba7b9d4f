package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.ClusterState;
import dev.belfry.platform.cluster.Instance;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What Postgres holds for a large cluster, in as few bytes as possible: of each run one bit. It
 * counts what it is asked for.
 */
final class LargeDatabase {
  static final int SHARDS = 32;
  private static final long[] PERIODS = {60_000, 300_000, 300_000, 300_000, 600_000};
  private static final int WORDS = 2;
  private static final int TARGETS = 10_000;

  final SimulatedWorld world;
  final SimulatedWorld.Machine process;
  final long begun;
  final Map<Long, Instance> instances = new LinkedHashMap<>();
  final Set<Long> fenced = new HashSet<>();
  final Map<ShardKey, SimulatedShard> shards = new LinkedHashMap<>();
  final Map<ShardKey, List<Integer>> seriesOf = new HashMap<>();
  final Map<Reason, Long> missed = new TreeMap<>();
  final Map<Long, Long> runsOf = new HashMap<>();
  final Map<String, Long> statements = new TreeMap<>();
  private final long[] periods;
  private final long[] phases;
  private final long[] seen;
  private final List<RunSpec> specs = new ArrayList<>();
  private List<ClusterState.Shard> listed = List.of();
  long ran;
  long twice;
  long rows;
  long latest;
  long lastInstance;

  LargeDatabase(SimulatedWorld world, List<String> places, int monitors) {
    this.world = world;
    process = world.new Machine();
    begun = world.databaseMillis();
    periods = new long[monitors];
    phases = new long[monitors];
    seen = new long[monitors * WORDS];
    for (String place : places) {
      for (int shard = 0; shard < SHARDS; shard++) {
        SimulatedShard state = new SimulatedShard();
        state.watermark = begun - 1;
        shards.put(new ShardKey(place, shard), state);
        seriesOf.put(new ShardKey(place, shard), new ArrayList<>());
      }
    }
    for (int i = 0; i < TARGETS; i++) {
      specs.add(SimulatedMonitor.spec(i, null, places));
    }
    for (int id = 0; id < monitors; id++) {
      periods[id] = PERIODS[world.random.nextInt(PERIODS.length)];
      phases[id] = world.random.nextLong(periods[id]);
      String place = places.get(world.random.nextInt(places.size()));
      seriesOf(new ShardKey(place, world.random.nextInt(SHARDS))).add(id);
    }
    changed();
  }

  SimulatedShard shard(ShardKey key) {
    return Objects.requireNonNull(shards.get(key));
  }

  List<Integer> seriesOf(ShardKey key) {
    return Objects.requireNonNull(seriesOf.get(key));
  }

  void count(String statement) {
    statements.merge(statement, 1L, Long::sum);
  }

  /** Must be called after each change of a shard: instances compare the list by its identity. */
  void changed() {
    List<ClusterState.Shard> all = new ArrayList<>();
    shards.forEach((key, state) -> all.add(new ClusterState.Shard(key, state.owner, state.fence)));
    listed = List.copyOf(all);
  }

  List<ClusterState.Shard> listed() {
    return listed;
  }

  private ScheduleVersion version(int id) {
    return new ScheduleVersion(begun, ScheduleVersion.OPEN, periods[id], phases[id]);
  }

  /** A series as its shard's new owner reads it. */
  SeriesRow row(int id, ShardKey key, long since) {
    ScheduleVersion version = version(id);
    List<Long> done = new ArrayList<>();
    for (long at = version.first(Math.max(begun, since + 1));
        at <= world.databaseMillis();
        at += periods[id]) {
      if (isSeen(id, at)) {
        done.add(at);
      }
    }
    return new SeriesRow(id, new UUID(0, id), key, specs.get(id % TARGETS), List.of(version), done);
  }

  private boolean isSeen(int id, long at) {
    long slot = (at - begun) / periods[id];
    return (seen[id * WORDS + (int) (slot / 64)] & 1L << slot % 64) != 0;
  }

  private boolean see(int id, long at) {
    boolean before = isSeen(id, at);
    long slot = (at - begun) / periods[id];
    seen[id * WORDS + (int) (slot / 64)] |= 1L << slot % 64;
    twice += before ? 1 : 0;
    return !before;
  }

  void apply(long instance, ResultBatch batch) {
    rows += batch.rows();
    for (AttemptRow row : batch.results) {
      if (row.reason() != Reason.NONE) {
        miss(row.seriesId(), row.at(), row.reason());
      } else if (see(row.seriesId(), row.at())) {
        ran++;
        latest = Math.max(latest, row.delay());
        runsOf.merge(instance, 1L, Long::sum);
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

  void apply(MissedBatch batch) {
    rows += batch.rows();
    for (MissedBatch.Missed one : batch.ranges) {
      MissedRange range = one.range();
      for (long at = range.first(); at <= range.last(); at += range.period()) {
        miss(one.seriesId(), at, one.reason());
      }
    }
  }

  private void miss(int id, long at, Reason reason) {
    if (see(id, at)) {
      missed.merge(reason, 1L, Long::sum);
    }
  }

  /** Slots up to the watermarks, and those of them without a result. */
  record Account(long scheduled, long difference) {}

  /** Slots up to the watermarks, and how many of them have neither a result nor a miss. */
  Account ledger() {
    long scheduled = 0;
    long open = 0;
    for (Map.Entry<ShardKey, List<Integer>> shard : seriesOf.entrySet()) {
      long watermark = shard(shard.getKey()).watermark;
      for (int id : shard.getValue()) {
        for (long at = version(id).first(begun); at <= watermark; at += periods[id]) {
          scheduled++;
          open += isSeen(id, at) ? 0 : 1;
        }
      }
    }
    return new Account(scheduled, open);
  }
}
