package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardKey;
import java.util.List;
import java.util.UUID;

/**
 * A series whose settings are not mapped yet; see {@link SeriesRow}.
 *
 * @param versions oldest first
 * @param done ascending
 */
record StoredSeries(
    int id,
    UUID checkId,
    ShardKey key,
    StoredSpec spec,
    List<ScheduleVersion> versions,
    List<Long> done) {
  StoredSeries {
    versions = List.copyOf(versions);
    done = List.copyOf(done);
  }

  /** The series with the specification of its runs. */
  SeriesRow with(RunSpecMapper specs) {
    return new SeriesRow(id, checkId, key, specs.read(spec), versions, done);
  }
}
