package dev.belfry.platform.cluster;

import io.vertx.core.Future;
import java.util.List;

/** What lives in the shards of an instance. */
public interface ShardListener {
  /** Shards are the instance's from now on. */
  void claimed(List<ShardClaim> leases);

  /** Completes when nothing of these shards is under way here any more and all of it is written. */
  Future<Void> vacate(List<ShardKey> shards);

  /** Nothing is the instance's any more: whatever is under way must be forgotten. */
  void fenced();

  /** The database's clock was heard of; the engine's time was set forward by so much. */
  void clockSetForward(long millis);
}
