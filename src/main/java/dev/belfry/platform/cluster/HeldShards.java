package dev.belfry.platform.cluster;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The shards that an instance owns, as far as it knows. Confined to one thread. */
final class HeldShards {
  /** Each with the time at which the instance learnt that it owns it. */
  private final Map<ShardKey, Long> held = new HashMap<>();

  private final Set<ShardKey> leaving = new HashSet<>();

  /** When a shard was added last. */
  private long newest;

  int size() {
    return held.size();
  }

  boolean contains(ShardKey key) {
    return held.containsKey(key);
  }

  List<ShardKey> all() {
    return List.copyOf(held.keySet());
  }

  /** Those that are not being given up already. */
  List<ShardKey> staying(Predicate<ShardKey> which) {
    return held.keySet().stream().filter(key -> !leaving.contains(key)).filter(which).toList();
  }

  /**
   * Those that another one owns, or nobody: they were deleted, perhaps made anew.
   *
   * @param sent when the question was asked that the shards answer; what was learnt since holds
   */
  List<ShardKey> lost(Collection<ClusterState.Shard> shards, long id, long sent) {
    Set<ShardKey> ours =
        shards.stream()
            .filter(shard -> shard.owner() != null && shard.owner() == id)
            .map(ClusterState.Shard::key)
            .collect(Collectors.toSet());
    return staying(key -> held.getOrDefault(key, sent) - sent < 0 && !ours.contains(key));
  }

  void add(List<ShardClaim> won, long now) {
    newest = now;
    won.forEach(claim -> held.put(claim.key(), now));
  }

  void leave(Collection<ShardKey> keys) {
    leaving.addAll(keys);
  }

  void remove(Collection<ShardKey> keys) {
    keys.forEach(held::remove);
    keys.forEach(leaving::remove);
  }

  /** Whether nothing is being given up, and all was learnt before then. */
  boolean isSettledBefore(long sent) {
    return leaving.isEmpty() && (held.isEmpty() || newest - sent < 0);
  }

  void clear() {
    held.clear();
    leaving.clear();
  }
}
