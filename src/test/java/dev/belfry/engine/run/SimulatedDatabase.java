package dev.belfry.engine.run;

import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.Instance;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/** What the SQL does, on maps: one truth that all simulated instances share. */
final class SimulatedDatabase {
  final SimulatedWorld world;
  final SimulatedWorld.Machine process;
  final Map<Long, Instance> instances = new LinkedHashMap<>();
  final Set<Long> fenced = new HashSet<>();
  final Map<ShardKey, SimulatedShard> shards = new LinkedHashMap<>();
  final Map<Integer, SimulatedMonitor> monitors = new LinkedHashMap<>();
  final Map<UUID, SimulatedCheck> checks = new LinkedHashMap<>();
  final Map<Integer, TreeMap<Long, Outcome>> finals = new HashMap<>();
  final Map<ResultBatch.RunKey, ResultBatch.Waiting> open = new LinkedHashMap<>();
  final List<String> violations = new ArrayList<>();
  final SimulatedAlerts alerts = new SimulatedAlerts(this);
  Consumer<ShardKey> runsLeft = place -> {};
  private boolean away;
  private long troubled = -1;
  long slowMicros = 200;

  /** What reading the series or the open runs of shards takes longer than other queries. */
  long readMicros;

  /** What a row of a batch takes, microseconds. */
  long rowMicros;

  /** When all rows that were asked for so far are written, microseconds. */
  private long busyUntil;

  long lastInstance;

  record Outcome(Verdict verdict, Reason reason, long began, long ended, long writer) {}

  SimulatedDatabase(SimulatedWorld world) {
    this.world = world;
    process = world.new Machine();
  }

  boolean isAway() {
    return away;
  }

  void setAway(boolean now) {
    away = now;
    troubled = world.millis();
  }

  /** Whether it was away at any time since. */
  boolean isTroubledSince(long millis) {
    return away || troubled >= millis;
  }

  /**
   * Has rows to write, one after the other and after those that were asked for before.
   *
   * @return microseconds until they are written
   */
  long work(long rows) {
    long now = world.nanos() / 1_000;
    busyUntil = Math.max(busyUntil, now) + rows * rowMicros;
    return busyUntil - now;
  }

  /** Whether it is writing rows, and takes its part of the processor for it. */
  boolean isWorking() {
    return busyUntil > world.nanos() / 1_000;
  }

  SimulatedCheck check(UUID id) {
    return Objects.requireNonNull(checks.get(id));
  }

  /** Asks for a run by hand at every location; as the API does. */
  void trigger(SimulatedCheck check) {
    for (SimulatedMonitor series : check.series) {
      long at = series.timeByHand(world.databaseMillis());
      open.put(
          new ResultBatch.RunKey(series.id, at),
          new ResultBatch.Waiting(series.key, 0, at, at, true));
      runsLeft.accept(series.key);
    }
  }

  /** The final results of a slot so far, in the order in which they ended. */
  List<LocationResult> runsOf(SimulatedCheck check, long slot) {
    List<LocationResult> runs = new ArrayList<>();
    for (SimulatedMonitor series : check.series) {
      Outcome outcome = finals.getOrDefault(series.id, new TreeMap<>()).get(slot);
      if (outcome != null) {
        runs.add(end(series, slot, outcome));
      }
    }
    runs.sort(Comparator.comparingLong(LocationResult::ended));
    return runs;
  }

  private static LocationResult end(SimulatedMonitor series, long at, Outcome outcome) {
    return new LocationResult(series.key.location(), at, outcome.verdict(), outcome.ended());
  }

  void apply(long instance, ResultBatch batch) {
    batch.ended.forEach(open::remove);
    batch.waiting.forEach(
        (key, waiting) -> {
          ResultBatch.Waiting before = open.get(key);
          boolean over = finals.getOrDefault(key.seriesId(), new TreeMap<>()).containsKey(key.at());
          if (!over && (before == null || before.attempts() < waiting.attempts())) {
            open.put(key, waiting);
            if (waiting.elsewhere()) {
              runsLeft.accept(waiting.place());
            }
          }
        });
    Map<UUID, List<LocationResult>> inserted = new LinkedHashMap<>();
    for (AttemptRow row : batch.results) {
      if (row.attempt() == 0) {
        long began = row.at() + row.delay();
        long ended = began + row.timings().totalMicros() / 1_000;
        put(
            row.seriesId(),
            row.at(),
            new Outcome(row.verdict(), row.reason(), began, ended, instance),
            inserted);
      }
    }
    inserted.forEach((id, runs) -> alerts.ended(check(id), runs));
    batch.watermarks.forEach(
        (key, watermark) -> {
          SimulatedShard state = shards.get(key);
          if (state != null && state.owner != null && state.owner == instance) {
            state.watermark = Math.max(state.watermark, watermark);
          }
        });
  }

  void apply(long instance, MissedBatch batch) {
    Map<UUID, List<LocationResult>> inserted = new LinkedHashMap<>();
    for (MissedBatch.Missed missed : batch.ranges) {
      MissedRange range = missed.range();
      for (long at = range.first(); at <= range.last(); at += range.period()) {
        put(
            missed.seriesId(),
            at,
            new Outcome(Verdict.MISSED, missed.reason(), at, at, instance),
            inserted);
      }
    }
    inserted.forEach((id, runs) -> alerts.ended(check(id), runs));
  }

  private void put(int series, long at, Outcome outcome, Map<UUID, List<LocationResult>> inserted) {
    Instance writer = instances.get(outcome.writer());
    if (outcome.reason() == Reason.LOCATION_NOT_COVERED
        && writer != null
        && writer.locations().size() == Simulation.PLACES.size()) {
      violations.add("series " + series + " at " + at + " was covered by its own owner");
    }
    Outcome before = finals.computeIfAbsent(series, id -> new TreeMap<>()).putIfAbsent(at, outcome);
    if (before == null) {
      SimulatedMonitor monitor = Objects.requireNonNull(monitors.get(series));
      inserted
          .computeIfAbsent(monitor.check, check -> new ArrayList<>())
          .add(end(monitor, at, outcome));
    } else if (before.writer() != outcome.writer()) {
      violations.add(
          "two results for series " + series + " at " + at + ": " + before + ", " + outcome);
    }
  }
}
