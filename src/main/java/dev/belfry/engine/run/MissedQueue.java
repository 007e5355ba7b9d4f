package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.ShardKey;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Missed runs that wait to be written, the series that has waited longest first. Consecutive ones
 * of a series are kept as one range, and the watermark of a shard stays before its first range.
 * Confined to one thread.
 */
final class MissedQueue {
  /** Ranges of a series that may wait in any case before {@link #isCrowded} asks for no more. */
  static final int MOST_RANGES = 16;

  /** Ranges that may wait in all; few series may have more each. */
  private static final int ROOM = 1_000_000;

  private final Map<Integer, MissedRanges> waiting = new LinkedHashMap<>();
  private final Map<Integer, MissedRanges> promoted = new LinkedHashMap<>();
  private long rows;

  /** Ranges of the series that wait, without promoted ones. */
  private long ranges;

  /** Adds missed runs of a series of the shard, later than those before. */
  void add(OwnedShard shard, int series, MissedRange range, Reason reason) {
    rows += range.count();
    MissedRanges before = waiting.get(series);
    if (before == null) {
      waiting.put(series, new MissedRanges(shard, range, reason));
      ranges++;
    } else {
      ranges -= before.count();
      before.add(range, reason);
      ranges += before.count();
    }
  }

  /**
   * Whether so many ranges of the series wait that none of its runs should begin: its further
   * misses then lengthen the last range. This bounds the memory by the number of series.
   */
  boolean isCrowded(int series) {
    MissedRanges one = waiting.get(series);
    return one != null && one.count() >= most();
  }

  private long most() {
    return Math.max(MOST_RANGES, ROOM / Math.max(1, waiting.size()));
  }

  /** How much of the room for ranges is taken, 0 to 1. */
  double filled() {
    return ranges / Math.max(ROOM, MOST_RANGES * (double) waiting.size());
  }

  /** Lets what waits in these shards go first. */
  void promote(Collection<ShardKey> shards) {
    Iterator<Map.Entry<Integer, MissedRanges>> entries = waiting.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Integer, MissedRanges> entry = entries.next();
      MissedRanges moved = entry.getValue();
      if (shards.contains(moved.shard().key)) {
        ranges -= moved.count();
        MissedRanges before = promoted.putIfAbsent(entry.getKey(), moved);
        if (before != null) {
          before.addAll(moved);
        }
        entries.remove();
      }
    }
  }

  /** Whether anything waits that was promoted. */
  boolean hasPromoted() {
    return !promoted.isEmpty();
  }

  /** Moves up to so many missed runs to a batch. */
  void moveTo(MissedBatch batch, int most) {
    move(promoted, batch, most);
    ranges -= move(waiting, batch, most);
  }

  /** Moves up to what makes so many in the batch; returns how many ranges are gone. */
  private long move(Map<Integer, MissedRanges> from, MissedBatch batch, int most) {
    long gone = 0;
    Iterator<Map.Entry<Integer, MissedRanges>> entries = from.entrySet().iterator();
    while (batch.rows() < most && entries.hasNext()) {
      Map.Entry<Integer, MissedRanges> entry = entries.next();
      MissedRanges one = entry.getValue();
      gone += one.count();
      while (one.count() > 0 && batch.rows() < most) {
        rows -= one.moveTo(batch, entry.getKey(), most - batch.rows());
      }
      gone -= one.count();
      if (one.count() == 0) {
        entries.remove();
      }
    }
    return gone;
  }

  /** Missed runs that wait. */
  long rows() {
    return rows;
  }

  /** Forgets all of them. */
  void clear() {
    waiting.clear();
    promoted.clear();
    rows = 0;
    ranges = 0;
  }
}
