package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** A shard that is ours: its series, and which of its runs are still open. */
final class OwnedShard {
  final ShardKey key;
  final boolean covered;
  final Map<Integer, Series> series = new HashMap<>();

  private final TreeMap<Long, Integer> open = new TreeMap<>();
  private final long claimed;
  private long marked;
  private long markedAt = Long.MIN_VALUE / 2;

  /** Whether its series have been read, so that its runs are being accounted for. */
  boolean loaded;

  /** Whether it is being given up, so that nothing new may begin. */
  boolean vacating;

  /** Nothing has begun at or after this, milliseconds since 1970. */
  private long stopped = Long.MAX_VALUE;

  OwnedShard(ShardClaim lease) {
    key = lease.key();
    covered = lease.covered();
    claimed = lease.watermark();
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
   * Nothing begins any more.
   *
   * @param reached every run before this has begun
   */
  void stop(long reached) {
    vacating = true;
    stopped = Math.min(stopped, reached);
  }

  /** A run of that time is under way. */
  void open(long slot) {
    open.merge(slot, 1, Integer::sum);
  }

  /** A run of that time is accounted for. */
  void close(long slot) {
    open.computeIfPresent(slot, (time, count) -> count == 1 ? null : count - 1);
  }

  /**
   * Up to where every run is accounted for.
   *
   * @param reached every run before this has begun
   */
  long watermark(long reached) {
    long end = Math.min(reached, stopped);
    return Math.max(marked, (open.isEmpty() ? end : Math.min(open.firstKey(), end)) - 1);
  }

  /** Whether the watermark is worth writing again. */
  boolean isMarkDue(long now, long everyMillis) {
    return loaded && now - markedAt >= everyMillis;
  }

  /** Notes the watermark that is being written. */
  void mark(long watermark, long now) {
    marked = watermark;
    markedAt = now;
  }
}
