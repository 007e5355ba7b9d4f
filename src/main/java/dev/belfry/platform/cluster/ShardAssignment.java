package dev.belfry.platform.cluster;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Assigns shards to instances, with the same result on every instance that knows the same cluster.
 * Each shard goes to the instance with the highest draw for it (rendezvous hashing, Thaler and
 * Ravishankar 1996) among those that cover its location and have less than their fair share. An
 * instance that joins or leaves therefore moves few shards. A shard with ICMP monitors goes to an
 * instance that may ping, if one of them covers its location.
 */
final class ShardAssignment {
  private ShardAssignment() {}

  /** The owner of each shard; empty when every instance is draining. */
  static Map<ShardKey, Long> of(
      Collection<ShardKey> shards, Collection<Instance> instances, Set<Integer> pinging) {
    List<Instance> takers = instances.stream().filter(one -> !one.draining()).toList();
    Map<ShardKey, Long> owners = new HashMap<>();
    if (takers.isEmpty()) {
      return owners;
    }
    Map<String, List<ShardKey>> byLocation =
        shards.stream()
            .collect(Collectors.groupingBy(ShardKey::location, TreeMap::new, Collectors.toList()));
    byLocation.forEach(
        (location, keys) -> assign(keys, candidates(location, takers), pinging, owners));
    return owners;
  }

  /** The instances that cover a location, or all when none does: its runs must be accounted for. */
  private static List<Instance> candidates(String location, List<Instance> takers) {
    List<Instance> covering = takers.stream().filter(one -> one.covers(location)).toList();
    return covering.isEmpty() ? takers : covering;
  }

  /** Those that may ping take more than their fair share where nothing else is left. */
  private static void assign(
      List<ShardKey> keys,
      List<Instance> candidates,
      Set<Integer> pinging,
      Map<ShardKey, Long> owners) {
    List<Instance> pingers = candidates.stream().filter(Instance::mayPing).toList();
    Map<Boolean, List<ShardKey>> parts =
        keys.stream()
            .collect(
                Collectors.partitioningBy(
                    key -> !pingers.isEmpty() && pinging.contains(key.shard())));
    List<ShardKey> bound = parts.getOrDefault(true, List.of());
    int share = share(keys.size(), candidates.size());
    Map<Long, Integer> taken = new HashMap<>();
    if (!bound.isEmpty()) {
      draw(bound, pingers, Math.max(share, share(bound.size(), pingers.size())), taken, owners);
    }
    draw(parts.getOrDefault(false, List.of()), candidates, share, taken, owners);
  }

  private static int share(int keys, int candidates) {
    return (keys + candidates - 1) / candidates;
  }

  private static void draw(
      List<ShardKey> keys,
      List<Instance> candidates,
      int share,
      Map<Long, Integer> taken,
      Map<ShardKey, Long> owners) {
    keys.stream()
        .sorted(Comparator.comparingInt(ShardKey::shard))
        .forEach(
            key -> {
              long winner =
                  candidates.stream()
                      .map(Instance::id)
                      .filter(id -> taken.getOrDefault(id, 0) < share)
                      .max(Comparator.comparingLong((Long id) -> draw(key, id)))
                      .orElseThrow();
              taken.merge(winner, 1, Integer::sum);
              owners.put(key, winner);
            });
  }

  /** A number that looks random (the finalizer of SplitMix64, Steele, Lea and Flood 2014). */
  private static long draw(ShardKey key, long instance) {
    long z = key.location().hashCode() * 31L + key.shard() + instance * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
