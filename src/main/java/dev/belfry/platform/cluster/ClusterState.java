package dev.belfry.platform.cluster;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of the cluster that the database returns with each beat.
 *
 * @param now its clock, milliseconds since 1970
 * @param fenced whether the calling instance is fenced, so that it owns no shard any more
 * @param instances every instance that is not fenced, the calling one included
 * @param shards all shards
 * @param pinging numbers of the shards with ICMP monitors; empty while all instances may ping, or
 *     none may
 */
public record ClusterState(
    long now, boolean fenced, List<Instance> instances, List<Shard> shards, Set<Integer> pinging) {
  /** Copies the collections. */
  public ClusterState {
    instances = List.copyOf(instances);
    shards = List.copyOf(shards);
    pinging = Set.copyOf(pinging);
  }

  /**
   * A shard and its owner.
   *
   * @param owner id of the owning instance, null for none
   * @param fence counts the changes of owner
   */
  public record Shard(ShardKey key, @Nullable Long owner, long fence) {}
}
