package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.CatchUpPlan;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.engine.run.schedule.TimerEntry;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The shards that are ours, their series, and the wheel that says when each is due. Confined to one
 * thread.
 */
final class Scheduler {
  /** A change may become visible so much later than the time it is stamped with. */
  static final long LATE_CHANGE_MILLIS = 60_000;

  /**
   * From one late run to the next, so that what an outage left does not keep what is due now from
   * its time.
   */
  private static final long LATE_APART_MICROS = 500;

  private final EngineClock clock;
  private final Map<ShardKey, OwnedShard> shards = new HashMap<>();
  private TimerWheel wheel = new TimerWheel(0);
  private final RunExecutor runs;

  /** When the last of the late runs begins, microseconds since 1970. */
  private long late;

  private Reason overdue = Reason.OBSERVER_PAUSED;

  Scheduler(EngineClock clock, RunExecutor runs) {
    this.clock = clock;
    this.runs = runs;
  }

  Collection<OwnedShard> shards() {
    return shards.values();
  }

  @Nullable OwnedShard shard(ShardKey key) {
    return shards.get(key);
  }

  /** Every run before this has begun, milliseconds since 1970. */
  long reached() {
    return wheel.reached();
  }

  /** Series that are scheduled here. */
  int series() {
    return shards.values().stream().mapToInt(shard -> shard.series.size()).sum();
  }

  /** Shards here with series that nobody probes, because no living instance covers the location. */
  int uncovered() {
    return (int)
        shards.values().stream().filter(shard -> !shard.covered && !shard.series.isEmpty()).count();
  }

  /** Adds a shard that is ours; its series come with {@link #adopt}. */
  OwnedShard add(ShardClaim lease) {
    if (shards.isEmpty()) {
      wheel = new TimerWheel(clock.now());
    }
    OwnedShard shard = new OwnedShard(lease);
    shards.put(lease.key(), shard);
    return shard;
  }

  /** Nothing more begins in these shards. */
  void stop(Collection<ShardKey> keys) {
    for (ShardKey key : keys) {
      OwnedShard shard = shards.get(key);
      if (shard != null) {
        shard.stop(reached());
        shard.series.values().forEach(series -> series.cancelled = true);
      }
    }
  }

  /** Forgets shards. */
  void remove(Collection<ShardKey> keys) {
    stop(keys);
    keys.forEach(shards::remove);
  }

  /** Forgets everything. */
  void removeAll() {
    remove(List.copyOf(shards.keySet()));
    wheel = new TimerWheel(clock.now());
    late = 0;
  }

  /** Why runs that the next {@link #advance} finds overdue by a period or more are missed. */
  void overdueBecause(Reason reason) {
    overdue = reason;
  }

  /** Begins everything that is due. */
  void advance(long now) {
    wheel.advance(now, timed -> due(timed, now));
    overdue = Reason.OBSERVER_PAUSED;
  }

  /** Gives a run back when it is due. */
  void schedule(Run run) {
    wheel.add(run);
  }

  private void due(TimerEntry timed, long now) {
    if (timed instanceof Run run) {
      runs.due(run);
      return;
    }
    Series series = (Series) timed;
    long slot = series.due;
    long newest = slot + (now - slot) / series.period * series.period;
    if (!series.shard.covered) {
      miss(series, slot, newest, Reason.LOCATION_NOT_COVERED);
    } else {
      if (newest > slot) {
        miss(series, slot, newest - series.period, overdue);
      }
      if (CatchUpPlan.isTooLate(now - newest, series.period)) {
        miss(series, newest, newest, overdue);
      } else if (runs.isOverloaded()) {
        miss(series, newest, newest, Reason.OVERLOADED);
      } else {
        runs.begin(series, newest);
      }
    }
    series.due = newest + series.period;
    wheel.add(series);
  }

  private void miss(Series series, long first, long last, Reason reason) {
    runs.missed(series, new MissedRange(first, last, series.period), reason);
  }

  /**
   * Takes a series over from whoever owned it before.
   *
   * @param lost whether that owner was lost
   */
  void adopt(SeriesRow row, OwnedShard shard, boolean lost) {
    long watermark = shard.claimed();
    List<CatchUpPlan.Pending> pending = new ArrayList<>(1);
    for (ScheduleVersion version : row.versions()) {
      boolean recent = version.from() >= watermark - LATE_CHANGE_MILLIS;
      pending.add(new CatchUpPlan.Pending(version, recent ? version.from() - 1 : watermark));
    }
    Series series = new Series(row, shard, open(row), null);
    put(series, CatchUpPlan.of(pending, row.done(), reached() - 1), lost);
  }

  /** Brings a series in line with settings that have changed. */
  void change(SeriesRow row, OwnedShard shard) {
    Series before = shard.series.get(row.id());
    if (before == null) {
      adopt(row, shard, false);
      return;
    }
    List<CatchUpPlan.Pending> pending = new ArrayList<>(1);
    for (ScheduleVersion version : row.versions()) {
      if (version.from() == before.openFrom) {
        pending.add(new CatchUpPlan.Pending(version, before.due - before.period));
      } else if (version.from() > before.newestFrom || version.isOpen()) {
        pending.add(new CatchUpPlan.Pending(version, version.from() - 1));
      }
    }
    before.cancelled = true;
    Series series = new Series(row, shard, open(row), before);
    put(series, CatchUpPlan.of(pending, row.done(), reached() - 1), false);
  }

  /** Brings all series of checks in line with what is stored of them. */
  void change(Set<UUID> checks, List<SeriesRow> rows) {
    Map<UUID, Map<Integer, SeriesRow>> stored = new HashMap<>();
    rows.forEach(
        row -> stored.computeIfAbsent(row.checkId(), id -> new HashMap<>()).put(row.id(), row));
    for (SeriesRow row : rows) {
      OwnedShard shard = shards.get(row.key());
      if (shard != null && shard.loaded && !shard.vacating) {
        change(row, shard);
      }
    }
    Set<UUID> gone = new HashSet<>(checks);
    gone.removeAll(stored.keySet());
    if (!gone.isEmpty()) {
      shards.values().forEach(shard -> drop(shard, gone));
    }
    checks.forEach(
        check -> {
          Map<Integer, SeriesRow> ours = stored.getOrDefault(check, Map.of());
          runs.settle(
              check,
              key -> {
                SeriesRow row = ours.get(key.seriesId());
                return row != null
                    && row.versions().stream().anyMatch(version -> version.includes(key.at()));
              },
              id -> {
                SeriesRow row = ours.get(id);
                return row != null && open(row) != null;
              });
        });
  }

  private static void drop(OwnedShard shard, Set<UUID> checks) {
    shard
        .series
        .values()
        .removeIf(
            series -> {
              boolean gone = checks.contains(series.checkId);
              series.cancelled |= gone;
              return gone;
            });
  }

  private void put(Series series, CatchUpPlan plan, boolean lost) {
    OwnedShard shard = series.shard;
    shard.series.put(series.id, series);
    Reason reason = reason(shard, lost);
    plan.missed().forEach(range -> runs.missed(series, range, reason));
    if (plan.late() != ScheduleVersion.NEVER) {
      if (shard.covered) {
        late = Math.max(late + LATE_APART_MICROS, clock.now() * 1_000);
        runs.beginLate(series, plan.late(), late / 1_000, reason);
      } else {
        miss(series, plan.late(), plan.late(), reason);
      }
    }
    series.due = plan.next();
    if (plan.next() != ScheduleVersion.NEVER) {
      wheel.add(series);
    }
  }

  private static Reason reason(OwnedShard shard, boolean lost) {
    if (!shard.covered) {
      return Reason.LOCATION_NOT_COVERED;
    }
    return lost ? Reason.INSTANCE_LOST : Reason.INSTANCE_STOPPED;
  }

  private static @Nullable ScheduleVersion open(SeriesRow row) {
    for (ScheduleVersion version : row.versions()) {
      if (version.isOpen()) {
        return version;
      }
    }
    return null;
  }
}
