package dev.belfry.platform.cluster;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What decides which instance gets which shard.
 *
 * @param shards all of them
 * @param instances that live, without their beats
 * @param pinging as in {@link ClusterState}
 */
record Sharing(List<ClusterState.Shard> shards, List<Instance> instances, Set<Integer> pinging) {
  static final Sharing NOTHING = new Sharing(List.of(), List.of(), Set.of());

  Sharing {
    shards = List.copyOf(shards);
    instances = List.copyOf(instances);
    pinging = Set.copyOf(pinging);
  }

  static Sharing of(ClusterState state, List<Instance> living) {
    return new Sharing(
        state.shards(), living.stream().map(Instance::withoutBeat).toList(), state.pinging());
  }

  /** Whether nothing has changed; the registry keeps the list of shards while it is the same. */
  boolean isSameAs(Sharing other) {
    return shards == other.shards
        && instances.equals(other.instances)
        && pinging.equals(other.pinging);
  }

  /** The owner of each shard. */
  Map<ShardKey, Long> owners() {
    return ShardAssignment.of(
        shards.stream().map(ClusterState.Shard::key).toList(), instances, pinging);
  }
}
