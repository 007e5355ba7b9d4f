package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is written together. Filled on one thread, then handed to the store. */
final class ResultBatch {
  /** Names a run. */
  record RunKey(int seriesId, long at) {}

  /** Runs of a series that did not take place. */
  record Missed(int seriesId, MissedRange range, Reason reason) {}

  /** A run that waits for its next attempt. */
  record Waiting(ShardKey place, int attempts, long started, long due, boolean elsewhere) {}

  /**
   * A change of what a series is found to be.
   *
   * @param certificateExpires milliseconds since 1970, null when unknown
   */
  record State(Verdict verdict, long since, @Nullable Long certificateExpires) {}

  /** A run of a shard that is accounted for once this batch is written. */
  record Closing(OwnedShard shard, long slot) {}

  final List<AttemptRow> results = new ArrayList<>();
  final List<Missed> missed = new ArrayList<>();
  final Map<RunKey, Waiting> waiting = new HashMap<>();
  final List<RunKey> ended = new ArrayList<>();
  final Map<Integer, State> states = new HashMap<>();
  final Map<ShardKey, Long> watermarks = new HashMap<>();
  final List<Closing> closings = new ArrayList<>();
  private long rows;
  private long savedRoom;

  void add(AttemptRow row) {
    results.add(row);
    rows++;
  }

  void addMissed(Missed range) {
    missed.add(range);
    rows += range.range().count();
    savedRoom += range.range().count() - 1;
  }

  /** The run waits; replaces what was said of it before. */
  void addWaiting(RunKey run, Waiting next) {
    waiting.put(run, next);
    rows++;
  }

  /** The run waits no more. */
  void end(RunKey run) {
    waiting.remove(run);
    ended.add(run);
  }

  /** Rows that this will write. */
  long rows() {
    return rows;
  }

  /** Things that are held for that: a range of missed runs is one, however many rows it becomes. */
  long room() {
    return rows - savedRoom;
  }

  boolean isEmpty() {
    return rows == 0 && ended.isEmpty() && states.isEmpty() && watermarks.isEmpty();
  }
}
