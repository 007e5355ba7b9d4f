package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Stores series, open runs and results. Every future fails when the database is away. */
interface RunStore {
  /**
   * Reads a page of the series of claimed shards, with the schedule versions after their
   * watermarks.
   *
   * @param after the {@link SeriesPage#last} of the page before, 0 for the first one
   */
  Future<SeriesPage> load(List<ShardClaim> claims, int after);

  /** Reads all series of checks with their newer versions; deleted checks have none. */
  Future<List<SeriesRow>> loadChecks(Collection<UUID> checks);

  /**
   * Every change of settings before this has been told, milliseconds since 1970; no watermark may
   * pass it. {@link Long#MAX_VALUE} while changes are told as they happen.
   */
  default long knownUntil() {
    return Long.MAX_VALUE;
  }

  /** Reads the open runs of shards. */
  Future<List<OpenRunRow>> openRuns(List<ShardKey> shards);

  /**
   * Writes a whole batch, or nothing of it. Writing a batch again changes nothing.
   *
   * @return false when the instance is fenced and the batch was refused
   */
  Future<Boolean> write(long instance, ResultBatch batch);

  /**
   * Writes missed runs, all of a batch or nothing. Writing a batch again changes nothing.
   *
   * @return false when the instance is fenced and the batch was refused
   */
  Future<Boolean> writeMissed(long instance, MissedBatch batch);
}
