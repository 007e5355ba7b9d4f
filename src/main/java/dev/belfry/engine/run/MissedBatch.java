package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import java.util.ArrayList;
import java.util.List;

/** Missed runs that one statement writes. Filled on one thread, then written once. */
final class MissedBatch {
  /** A range of runs of a series that did not take place. */
  record Missed(int seriesId, MissedRange range, Reason reason) {}

  final List<Missed> ranges = new ArrayList<>();

  /** Slots that hold watermarks until the batch is written. */
  final List<ResultBatch.Closing> closings = new ArrayList<>();

  private long rows;

  /** Adds a range; the shard's watermark waits for it. */
  void add(OwnedShard shard, Missed missed) {
    ranges.add(missed);
    closings.add(new ResultBatch.Closing(shard, missed.range().first()));
    rows += missed.range().count();
  }

  /** Rows that the batch writes. */
  long rows() {
    return rows;
  }
}
