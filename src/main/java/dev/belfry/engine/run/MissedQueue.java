package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.ShardKey;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Missed runs that wait to be written, the series that has waited longest first. Consecutive ones
 * of a series are kept as one range, and the watermark of a shard stays before its first range.
 * Confined to one thread.
 */
final class MissedQueue {
  /** Ranges of a series that may wait before {@link #isCrowded} asks for no more. */
  static final int MOST_RANGES = 4;

  private final Map<Integer, Range> waiting = new LinkedHashMap<>();
  private final Map<Integer, Range> promoted = new LinkedHashMap<>();
  private long rows;

  /** A range, and the next one of the same series. */
  private static final class Range {
    final OwnedShard shard;
    final Reason reason;
    final long period;
    long first;
    long last;
    @Nullable Range next;

    Range(OwnedShard shard, MissedRange range, Reason reason) {
      this.shard = shard;
      this.reason = reason;
      first = range.first();
      last = range.last();
      period = range.period();
      shard.open(first);
    }

    boolean takes(MissedRange range, Reason why) {
      return reason == why && period == range.period() && last + period == range.first();
    }
  }

  /** Adds missed runs of a series of the shard, later than those before. */
  void add(OwnedShard shard, int series, MissedRange range, Reason reason) {
    rows += range.count();
    Range tail = waiting.get(series);
    if (tail == null) {
      waiting.put(series, new Range(shard, range, reason));
      return;
    }
    while (tail.next != null) {
      tail = tail.next;
    }
    if (tail.takes(range, reason)) {
      tail.last = range.last();
    } else {
      tail.next = new Range(shard, range, reason);
    }
  }

  /**
   * Whether so many ranges of the series wait that none of its runs should begin: its further
   * misses then lengthen the last range. This bounds the memory by the number of series.
   */
  boolean isCrowded(int series) {
    int ranges = 0;
    for (Range one = waiting.get(series); one != null; one = one.next) {
      ranges++;
    }
    return ranges >= MOST_RANGES;
  }

  /** Lets what waits in these shards go first. */
  void promote(Collection<ShardKey> shards) {
    Iterator<Map.Entry<Integer, Range>> entries = waiting.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Integer, Range> entry = entries.next();
      if (shards.contains(entry.getValue().shard.key)) {
        append(entry.getKey(), entry.getValue());
        entries.remove();
      }
    }
  }

  private void append(int series, Range ranges) {
    Range tail = promoted.putIfAbsent(series, ranges);
    while (tail != null) {
      Range next = tail.next;
      if (next == null) {
        tail.next = ranges;
      }
      tail = next;
    }
  }

  /** Whether anything waits that was promoted. */
  boolean hasPromoted() {
    return !promoted.isEmpty();
  }

  /** Moves up to so many missed runs to a batch. */
  void moveTo(ResultBatch batch, int most) {
    long room = most - move(promoted, batch, most);
    move(waiting, batch, room);
  }

  private long move(Map<Integer, Range> from, ResultBatch batch, long most) {
    long moved = 0;
    Iterator<Map.Entry<Integer, Range>> entries = from.entrySet().iterator();
    while (moved < most && entries.hasNext()) {
      Map.Entry<Integer, Range> entry = entries.next();
      Range range = entry.getValue();
      while (range != null && moved < most) {
        long count = Math.min(most - moved, (range.last - range.first) / range.period + 1);
        moved += count;
        range = cut(entry.getKey(), range, count, batch);
      }
      if (range == null) {
        entries.remove();
      } else {
        entry.setValue(range);
      }
    }
    rows -= moved;
    return moved;
  }

  /** Moves the first runs of a range to a batch; returns what is left of the series. */
  private static @Nullable Range cut(int series, Range range, long count, ResultBatch batch) {
    long end = range.first + (count - 1) * range.period;
    batch.addMissed(
        new ResultBatch.Missed(
            series, new MissedRange(range.first, end, range.period), range.reason));
    batch.closings.add(new ResultBatch.Closing(range.shard, range.first));
    if (end == range.last) {
      return range.next;
    }
    range.first = end + range.period;
    range.shard.open(range.first);
    return range;
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
  }
}
