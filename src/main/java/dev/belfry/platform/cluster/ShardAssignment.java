package dev.belfry.platform.cluster;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Assigns shards to instances, with the same result on every instance that knows the same cluster.
 * Each shard goes to the instance with the highest draw for it (rendezvous hashing, Thaler and
 * Ravishankar 1996) among those that cover its location and have less than their fair share of it,
 * and not much more than their fair share of all shards (bounded loads, Mirrokni, Thorup and
 * Zadimoghaddam 2016). An instance that joins or leaves therefore moves few shards. A shard with
 * ICMP monitors goes to an instance that may ping, if one of them covers its location.
 */
final class ShardAssignment {
  private final Set<Integer> pinging;

  /** Of all locations together, unless no other instance covers a location. */
  private final int most;

  private final Map<Long, Integer> loads = new HashMap<>();
  private final Map<ShardKey, Long> owners = new HashMap<>();

  private ShardAssignment(Set<Integer> pinging, int most) {
    this.pinging = pinging;
    this.most = most;
  }

  /** The owner of each shard; empty when every instance is draining. */
  static Map<ShardKey, Long> of(
      Collection<ShardKey> shards, Collection<Instance> instances, Set<Integer> pinging) {
    List<Instance> takers = instances.stream().filter(one -> !one.draining()).toList();
    if (takers.isEmpty()) {
      return Map.of();
    }
    // A tenth more than the fair share, so that few shards move when that share changes.
    ShardAssignment assignment =
        new ShardAssignment(pinging, share(shards.size() + shards.size() / 10, takers.size()));
    Map<String, List<ShardKey>> byLocation =
        shards.stream()
            .collect(Collectors.groupingBy(ShardKey::location, TreeMap::new, Collectors.toList()));
    byLocation.forEach((location, keys) -> assignment.assign(keys, candidates(location, takers)));
    return assignment.owners;
  }

  /** The instances that cover a location, or all when none does: its runs must be accounted for. */
  private static List<Instance> candidates(String location, List<Instance> takers) {
    List<Instance> covering = takers.stream().filter(one -> one.covers(location)).toList();
    return covering.isEmpty() ? takers : covering;
  }

  /** Those that may ping take more than their fair share where nothing else is left. */
  private void assign(List<ShardKey> keys, List<Instance> candidates) {
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
      draw(bound, pingers, Math.max(share, share(bound.size(), pingers.size())), taken);
    }
    draw(parts.getOrDefault(false, List.of()), candidates, share, taken);
  }

  private static int share(int keys, int candidates) {
    return (keys + candidates - 1) / candidates;
  }

  private void draw(
      List<ShardKey> keys, List<Instance> candidates, int share, Map<Long, Integer> taken) {
    keys.stream()
        .sorted(Comparator.comparingInt(ShardKey::shard))
        .forEach(
            key -> {
              List<Long> free =
                  candidates.stream()
                      .map(Instance::id)
                      .filter(id -> taken.getOrDefault(id, 0) < share)
                      .toList();
              long winner =
                  highest(key, free.stream().filter(id -> loads.getOrDefault(id, 0) < most))
                      .or(() -> highest(key, free.stream()))
                      .orElseThrow();
              taken.merge(winner, 1, Integer::sum);
              loads.merge(winner, 1, Integer::sum);
              owners.put(key, winner);
            });
  }

  private static Optional<Long> highest(ShardKey key, Stream<Long> instances) {
    return instances.max(Comparator.comparingLong(id -> draw(key, id)));
  }

  /** A number that looks random (the finalizer of SplitMix64, Steele, Lea and Flood 2014). */
  private static long draw(ShardKey key, long instance) {
    long z = key.location().hashCode() * 31L + key.shard() + instance * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
