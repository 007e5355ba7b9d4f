package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** A shard that this instance owns: its series, and the slots whose runs are still open. */
final class OwnedShard {
  final ShardKey key;
  final boolean covered;
  final Map<Integer, Series> series = new HashMap<>();

  private final TreeMap<Long, Integer> open = new TreeMap<>();
  private final long claimed;
  private long marked;
  private long markedAt = Long.MIN_VALUE / 2;

  /** Whether its series have been read, so that its watermark may move. */
  boolean loaded;

  /** Whether the shard is being given up, so that no run may begin. */
  boolean vacating;

  /** No run of this slot or a later one has begun, milliseconds since 1970. */
  private long stopped = Long.MAX_VALUE;

  OwnedShard(ShardClaim claim) {
    key = claim.key();
    covered = claim.covered();
    claimed = claim.watermark();
    marked = claimed;
  }

  /** The watermark it was claimed with. */
  long claimed() {
    return claimed;
  }

  /** The watermark that was last written, or the one it was claimed with. */
  long marked() {
    return marked;
  }

  /**
   * Lets no further run begin.
   *
   * @param reached every run before this has begun
   */
  void stop(long reached) {
    vacating = true;
    stopped = Math.min(stopped, reached);
  }

  /** Holds the watermark before a slot whose run is open. */
  void open(long slot) {
    open.merge(slot, 1, Integer::sum);
  }

  /** Releases a slot whose run is accounted for. */
  void close(long slot) {
    open.computeIfPresent(slot, (time, count) -> count == 1 ? null : count - 1);
  }

  /**
   * The time up to which every run is accounted for, milliseconds since 1970.
   *
   * @param reached every run before this has begun
   */
  long watermark(long reached) {
    long end = Math.min(reached, stopped);
    return Math.max(marked, (open.isEmpty() ? end : Math.min(open.firstKey(), end)) - 1);
  }

  /** Whether the watermark was last written at least so many milliseconds ago. */
  boolean isMarkDue(long now, long everyMillis) {
    return loaded && now - markedAt >= everyMillis;
  }

  /** Notes the watermark that is being written. */
  void mark(long watermark, long now) {
    marked = watermark;
    markedAt = now;
  }
}
