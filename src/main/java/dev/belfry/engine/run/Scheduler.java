package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.CatchUpPlan;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.engine.run.schedule.TimerEntry;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.EngineClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides which runs of the owned series begin, when, and which are missed. Confined to one thread.
 */
final class Scheduler {
  /** A change may become visible so much later than the time it is stamped with. */
  static final long LATE_CHANGE_MILLIS = 60_000;

  /** Between two late runs, so that what an outage left open does not delay what is due now. */
  private static final long LATE_APART_MICROS = 500;

  private final EngineClock clock;
  private final OwnedShards shards;
  private final AdmissionQueue queue;
  private final RunExecutor runs;

  /** When the last of the late runs begins, microseconds since 1970. */
  private long late;

  private Reason overdue = Reason.OBSERVER_PAUSED;

  Scheduler(EngineClock clock, OwnedShards shards, AdmissionQueue queue, RunExecutor runs) {
    this.clock = clock;
    this.shards = shards;
    this.queue = queue;
    this.runs = runs;
  }

  /** Forgets all shards and all runs that are due. */
  void removeAll() {
    shards.removeAll();
    queue.clear();
    late = 0;
  }

  /** Sets why runs that the next {@link #advance} finds overdue by a period or more are missed. */
  void overdueBecause(Reason reason) {
    overdue = reason;
  }

  /** Begins what is due by now, milliseconds since 1970, as far as there are places. */
  void advance(long now) {
    shards.advance(now, entry -> onDue(entry, now));
    queue.advance(overdue);
    overdue = Reason.OBSERVER_PAUSED;
  }

  private void onDue(TimerEntry entry, long now) {
    if (entry instanceof Run run) {
      queue.add(run);
      return;
    }
    Series series = (Series) entry;
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
      } else if (queue.admits(series)) {
        queue.add(runs.open(series, newest));
      } else {
        miss(series, newest, newest, Reason.OVERLOADED);
      }
    }
    series.due = newest + series.period;
    shards.schedule(series);
  }

  private void miss(Series series, long first, long last, Reason reason) {
    runs.recordMissed(series, new MissedRange(first, last, series.period), reason);
  }

  /**
   * Takes a series over from the shard's previous owner and catches up on what that one left open.
   *
   * @param lost whether the previous owner was fenced rather than handing the shard over
   */
  void adopt(SeriesRow row, OwnedShard shard, boolean lost) {
    long watermark = shard.claimed();
    List<CatchUpPlan.Pending> pending = new ArrayList<>(1);
    for (ScheduleVersion version : row.versions()) {
      boolean recent = version.from() >= watermark - LATE_CHANGE_MILLIS;
      pending.add(new CatchUpPlan.Pending(version, recent ? version.from() - 1 : watermark));
    }
    Series series = new Series(row, shard, inForce(row), null);
    put(series, CatchUpPlan.of(pending, row.done(), shards.reached() - 1), lost);
  }

  /** Replaces a series by the one that its changed settings describe. */
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
    Series series = new Series(row, shard, inForce(row), before);
    put(series, CatchUpPlan.of(pending, row.done(), shards.reached() - 1), false);
  }

  /** Brings all series and open runs of the checks in line with the stored rows. */
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
      shards.all().forEach(shard -> drop(shard, gone));
    }
    checks.forEach(
        check -> {
          Map<Integer, SeriesRow> ours = stored.getOrDefault(check, Map.of());
          runs.reconcile(
              check,
              key -> {
                SeriesRow row = ours.get(key.seriesId());
                return row != null
                    && row.versions().stream().anyMatch(version -> version.includes(key.at()));
              },
              id -> {
                SeriesRow row = ours.get(id);
                return row != null && inForce(row) != null;
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
    plan.missed().forEach(range -> runs.recordMissed(series, range, reason));
    if (plan.late() != ScheduleVersion.NEVER) {
      long due = Math.max(late + LATE_APART_MICROS, clock.now() * 1_000);
      if (shard.covered && queue.admitsLate(series, due / 1_000 - plan.late())) {
        late = due;
        runs.beginLate(series, plan.late(), due / 1_000, reason);
      } else {
        miss(series, plan.late(), plan.late(), reason);
      }
    }
    series.due = plan.next();
    if (plan.next() != ScheduleVersion.NEVER) {
      shards.schedule(series);
    }
  }

  private static Reason reason(OwnedShard shard, boolean lost) {
    if (!shard.covered) {
      return Reason.LOCATION_NOT_COVERED;
    }
    return lost ? Reason.INSTANCE_LOST : Reason.INSTANCE_STOPPED;
  }

  private static @Nullable ScheduleVersion inForce(SeriesRow row) {
    for (ScheduleVersion version : row.versions()) {
      if (version.isOpen()) {
        return version;
      }
    }
    return null;
  }
}
