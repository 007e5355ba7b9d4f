package dev.belfry.platform.cluster;

import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/** The instances and shards as all instances see them. Every future fails when it is away. */
public interface ClusterStore {
  /** Adds an instance and answers with its id. */
  Future<Long> join(String name, Set<String> locations);

  /** Says that the instance lives, and asks who else does. */
  Future<ClusterState> beat(long instance, boolean draining);

  /** Ends the rights of an instance whose beat still is the given one. */
  Future<Void> fence(long instance, long beat);

  /**
   * Takes shards over that are as they were seen. Answers with those that were won.
   *
   * @param instance the new owner
   */
  Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen);

  /** Gives shards up that the instance owns. */
  Future<Void> release(long instance, List<ShardKey> shards);

  /** Ends the instance's own rights. */
  Future<Void> leave(long instance);
}
