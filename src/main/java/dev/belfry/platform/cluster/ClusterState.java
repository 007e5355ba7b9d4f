package dev.belfry.platform.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the database says with each beat.
 *
 * @param now its clock, milliseconds since 1970
 * @param fenced whether the asking instance has been fenced, so that nothing it holds is its own
 * @param instances every instance that is not fenced, the asking one included
 * @param shards every shard there is
 */
public record ClusterState(long now, boolean fenced, List<Instance> instances, List<Shard> shards) {
  public ClusterState {
    instances = List.copyOf(instances);
    shards = List.copyOf(shards);
  }

  /**
   * A shard and who owns it.
   *
   * @param owner null when nobody does
   * @param fence counts the changes of owner
   */
  public record Shard(ShardKey key, @Nullable Long owner, long fence) {}
}
