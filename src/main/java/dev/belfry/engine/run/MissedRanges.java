package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import java.util.Arrays;

/**
 * The missed runs of one series that wait to be written, the earliest first. Each range is kept in
 * two numbers, since there may be millions. The watermark of the shard stays before the first.
 * Confined to one thread.
 */
final class MissedRanges {
  private static final int CODE_BITS = 16;
  private static final int PERIOD_BITS = 32;
  private static final long PERIOD = (1L << PERIOD_BITS) - 1;

  private final OwnedShard shard;

  /** For each range its first slot with the code of its reason, and its count with its period. */
  private long[] packed = new long[4];

  private int head;
  private int tail;

  /** Creates the ranges of a series, of which there is at least one. */
  MissedRanges(OwnedShard shard, MissedRange range, Reason reason) {
    this.shard = shard;
    shard.open(range.first());
    append(startOf(range, reason), sizeOf(range));
  }

  OwnedShard shard() {
    return shard;
  }

  /** Adds missed runs later than those before; they lengthen the last range if they follow it. */
  void add(MissedRange range, Reason reason) {
    long last = packed[tail - 1];
    long period = last & PERIOD;
    long next = (packed[tail - 2] >> CODE_BITS) + (last >>> PERIOD_BITS) * period;
    boolean same = (short) packed[tail - 2] == reason.code() && period == range.period();
    if (same && next == range.first()) {
      packed[tail - 1] += range.count() << PERIOD_BITS;
    } else {
      append(startOf(range, reason), sizeOf(range));
    }
  }

  /** Adds the later ranges of the same series. */
  void addAll(MissedRanges later) {
    later.shard.close(later.first());
    for (int i = later.head; i < later.tail; i += 2) {
      append(later.packed[i], later.packed[i + 1]);
    }
  }

  private static long startOf(MissedRange range, Reason reason) {
    return (range.first() << CODE_BITS) | reason.code();
  }

  private static long sizeOf(MissedRange range) {
    return (range.count() << PERIOD_BITS) | range.period();
  }

  private void append(long first, long count) {
    if (tail == packed.length) {
      int length = tail - head;
      long[] room = head == 0 ? Arrays.copyOf(packed, 2 * length) : packed;
      System.arraycopy(packed, head, room, 0, length);
      packed = room;
      head = 0;
      tail = length;
    }
    packed[tail++] = first;
    packed[tail++] = count;
  }

  /** Ranges that wait. */
  int count() {
    return (tail - head) / 2;
  }

  private long first() {
    return packed[head] >> CODE_BITS;
  }

  /**
   * Moves up to so many of the first range to a batch; returns how many. The moved ones hold the
   * watermark until the batch is written, and the next ones from then on.
   */
  long moveTo(MissedBatch batch, int series, long most) {
    long first = first();
    Reason reason = Reason.of((short) packed[head]);
    long period = packed[head + 1] & PERIOD;
    long count = packed[head + 1] >>> PERIOD_BITS;
    long moved = Math.min(most, count);
    MissedRange range = new MissedRange(first, first + (moved - 1) * period, period);
    batch.add(shard, new MissedBatch.Missed(series, range, reason));
    if (moved == count) {
      head += 2;
    } else {
      packed[head] += (moved * period) << CODE_BITS;
      packed[head + 1] -= moved << PERIOD_BITS;
    }
    if (count() > 0) {
      shard.open(first());
    }
    return moved;
  }
}
