package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardKey;
import java.util.List;
import java.util.UUID;

/**
 * A series as it is stored.
 *
 * @param versions that reach beyond the watermark, oldest first
 * @param done times after the watermark that have a result already, ascending
 */
record SeriesRow(
    int id,
    UUID checkId,
    ShardKey key,
    RunSpec spec,
    List<ScheduleVersion> versions,
    List<Long> done) {
  SeriesRow {
    versions = List.copyOf(versions);
    done = List.copyOf(done);
  }
}
