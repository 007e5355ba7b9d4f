package dev.belfry.engine.run;

import dev.belfry.alerting.alert.FinalResult;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows and watermarks that one statement writes. Filled on one thread, then written once. */
final class ResultBatch {
  /** Names a run. */
  record RunKey(int seriesId, long at) {}

  /**
   * A run that waits for its next attempt.
   *
   * @param elsewhere whether another instance makes that attempt
   */
  record Waiting(ShardKey place, int attempts, long started, long due, boolean elsewhere) {}

  /**
   * The changed state of a series.
   *
   * @param certificateExpires milliseconds since 1970, null when unknown
   */
  record State(Verdict verdict, long since, @Nullable Long certificateExpires) {}

  /** A slot of a shard whose run is accounted for once this batch is written. */
  record Closing(OwnedShard shard, long slot) {
    void close() {
      shard.close(slot);
    }
  }

  final List<AttemptRow> results = new ArrayList<>();
  final Map<RunKey, Waiting> waiting = new HashMap<>();
  final List<RunKey> ended = new ArrayList<>();
  final Map<Integer, State> states = new HashMap<>();
  final Map<ShardKey, Long> watermarks = new HashMap<>();
  final List<Closing> closings = new ArrayList<>();
  final Set<UUID> checks = new HashSet<>();
  private long rows;
  private long alertsFrom = Long.MIN_VALUE;

  /**
   * Lets results of earlier slots raise and end no alert: they come so late that they say nothing
   * about the present.
   *
   * @param slot milliseconds since 1970
   */
  void alertFrom(long slot) {
    alertsFrom = slot;
  }

  /** Those of the results that alerts must process. */
  List<FinalResult> withoutLate(List<FinalResult> finals) {
    return finals.stream().filter(one -> one.slot() >= alertsFrom).toList();
  }

  void add(AttemptRow row) {
    results.add(row);
    rows++;
  }

  /** Adds a run that waits; replaces an earlier entry for the same run. */
  void addWaiting(RunKey run, Waiting next) {
    waiting.put(run, next);
    rows++;
  }

  /** Adds a run that has ended, and removes it from those that wait. */
  void end(RunKey run) {
    waiting.remove(run);
    ended.add(run);
  }

  /** Whether the batch is about one of the checks. */
  boolean sharesCheck(Set<UUID> others) {
    return !Collections.disjoint(checks, others);
  }

  /** Rows that the batch writes. */
  long rows() {
    return rows;
  }

  boolean isEmpty() {
    return rows == 0 && ended.isEmpty() && states.isEmpty() && watermarks.isEmpty();
  }
}
