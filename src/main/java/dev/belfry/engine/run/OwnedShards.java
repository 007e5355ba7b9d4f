package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.TimerEntry;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The shards that this instance owns and the wheel that holds what is due in them. It holds state
 * and calls no other part of the engine. Confined to one thread.
 */
final class OwnedShards implements ResultWriter.Progress {
  private final EngineClock clock;
  private final Map<ShardKey, OwnedShard> shards = new HashMap<>();
  private TimerWheel wheel = new TimerWheel(0);

  OwnedShards(EngineClock clock) {
    this.clock = clock;
  }

  @Override
  public Collection<OwnedShard> all() {
    return shards.values();
  }

  /** The owned shard of that key, or null. */
  @Nullable OwnedShard get(ShardKey key) {
    return shards.get(key);
  }

  /** Whether the instance owns a shard of that number at any location. */
  boolean ownsNumber(int shard) {
    return shards.keySet().stream().anyMatch(key -> key.shard() == shard);
  }

  /** Whether the instance owns the shard, keeps it, and probes from its location. */
  boolean probesFrom(ShardKey key) {
    OwnedShard shard = shards.get(key);
    return shard != null && shard.covered && !shard.vacating;
  }

  /** Series in all owned shards. */
  int series() {
    return shards.values().stream().mapToInt(shard -> shard.series.size()).sum();
  }

  /** Owned shards with series whose location no living instance covers. */
  int uncovered() {
    return (int)
        shards.values().stream().filter(shard -> !shard.covered && !shard.series.isEmpty()).count();
  }

  /**
   * Lets no time before the recorded runs of claimed shards be the present; answers as {@link
   * EngineClock#goOnFrom}.
   */
  long goOnFrom(List<ShardClaim> claims) {
    return clock.goOnFrom(claims.stream().mapToLong(ShardClaim::watermark).max().orElse(0));
  }

  /** Adds a claimed shard without series. The first one starts the wheel at the present. */
  OwnedShard add(ShardClaim claim) {
    if (shards.isEmpty()) {
      wheel = new TimerWheel(clock.now());
    }
    OwnedShard shard = new OwnedShard(claim);
    shards.put(claim.key(), shard);
    return shard;
  }

  /** Lets no further run begin in these shards. */
  void stop(Collection<ShardKey> keys) {
    for (ShardKey key : keys) {
      OwnedShard shard = shards.get(key);
      if (shard != null) {
        shard.stop(reached());
        shard.series.values().forEach(series -> series.cancelled = true);
      }
    }
  }

  /** Stops and forgets shards. */
  void remove(Collection<ShardKey> keys) {
    stop(keys);
    keys.forEach(shards::remove);
  }

  /** Stops and forgets all shards and everything that is due. */
  void removeAll() {
    remove(List.copyOf(shards.keySet()));
    wheel = new TimerWheel(clock.now());
  }

  /** Puts an entry on the wheel; {@link #advance} hands it out when it is due. */
  void schedule(TimerEntry entry) {
    wheel.add(entry);
  }

  /** Hands out every entry that is due by now, milliseconds since 1970. */
  void advance(long now, Consumer<TimerEntry> onDue) {
    wheel.advance(now, onDue);
  }

  @Override
  public long reached() {
    return wheel.reached();
  }
}
