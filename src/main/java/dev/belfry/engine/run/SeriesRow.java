package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardKey;
import java.util.List;
import java.util.UUID;

/**
 * A stored series with its schedule.
 *
 * @param versions that reach beyond the watermark, oldest first
 * @param done slots after the watermark that have a result or an open run, ascending
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
