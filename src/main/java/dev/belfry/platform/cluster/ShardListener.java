package dev.belfry.platform.cluster;

import io.vertx.core.Future;
import java.util.List;

/** Runs what belongs to the shards of an instance. */
public interface ShardListener {
  /** Ignores every event. */
  ShardListener NONE =
      new ShardListener() {
        @Override
        public void onShardsClaimed(List<ShardClaim> claims) {}

        @Override
        public Future<Void> onShardsRevoked(List<ShardKey> shards) {
          return Future.succeededFuture();
        }

        @Override
        public void onFenced() {}

        @Override
        public void onClockSetForward(long millis) {}
      };

  /** Begins the work of shards that the instance owns from now on. */
  void onShardsClaimed(List<ShardClaim> claims);

  /**
   * Ends the work of shards that the instance gives up. Completes when none of it is under way and
   * all of it is written. A failure counts as not yet done, and the call is made again.
   */
  Future<Void> onShardsRevoked(List<ShardKey> shards);

  /** Forgets all work at once, since the instance owns nothing any more. */
  void onFenced();

  /** Takes the news that the engine's time jumped forward by so many milliseconds. */
  void onClockSetForward(long millis);
}
