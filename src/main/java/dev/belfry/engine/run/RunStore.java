package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Series, open runs and results as all instances see them. Every future fails when it is away. */
interface RunStore {
  /** The series of shards, with what their watermarks leave open. */
  Future<List<SeriesRow>> load(List<ShardClaim> leases);

  /** All series of checks with their newer versions; none of deleted checks. */
  Future<List<SeriesRow>> loadChecks(Collection<UUID> checks);

  /** The open runs of shards. */
  Future<List<OpenRunRow>> openRuns(List<ShardKey> shards);

  /**
   * Writes a batch whole, unless the instance is fenced; writing it twice is as good as once.
   *
   * @return whether it was accepted
   */
  Future<Boolean> write(long instance, ResultBatch batch);
}
