package dev.belfry.engine.run;

import java.util.Collection;

/**
 * How far the shards have got, as far as their settings are known: an engine that is cut off from
 * its store may not know of a change whose runs it does not make.
 */
record KnownProgress(OwnedShards shards, RunStore store) implements ResultWriter.Progress {
  @Override
  public Collection<OwnedShard> all() {
    return shards.all();
  }

  @Override
  public long reached() {
    return Math.min(shards.reached(), store.knownUntil());
  }
}
