package dev.belfry.platform.cluster;

import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/** Stores the instances and shards of the cluster. Futures fail when the database is away. */
public interface ClusterRegistry {
  /** Adds an instance and returns its id. */
  Future<Long> join(String name, Set<String> locations);

  /** Counts up the instance's beat and returns the state of the cluster. */
  Future<ClusterState> beat(long instance, boolean draining);

  /** Fences an instance, unless its beat has moved on from the given one. */
  Future<Void> fence(long instance, long beat);

  /**
   * Claims shards that have not changed since they were seen, and returns those it won.
   *
   * @param instance the new owner
   */
  Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen);

  /** Gives up those of the shards that the instance owns. */
  Future<Void> release(long instance, List<ShardKey> shards);

  /** Takes the instance out of the cluster. */
  Future<Void> leave(long instance);
}
