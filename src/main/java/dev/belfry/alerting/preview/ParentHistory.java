package dev.belfry.alerting.preview;

import dev.belfry.monitoring.check.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a replayed check was at each moment, for the checks that depend on it: when it failed, and
 * when its runs began. It is as the SQL of dependencies sees a parent. Times are milliseconds since
 * 1970.
 */
final class ParentHistory {
  /** A failure without a failed run for so long does not count, nor does a run so long ago. */
  private static final long NEWS_MILLIS = 900_000;

  private final Facts facts;
  private final TreeMap<Long, Boolean> failing = new TreeMap<>();
  private final TreeMap<Long, Run> failed = new TreeMap<>();
  private final Map<String, TreeMap<Long, Run>> decided = new HashMap<>();
  private long runs;

  /**
   * What is known of a parent beside its runs.
   *
   * @param period time between two runs
   * @param activated whether it runs; one that does not counts while it had runs
   * @param heartbeat whether it has no runs to wait for
   */
  record Facts(UUID check, long period, boolean activated, boolean heartbeat) {}

  private record Run(long slot, long began) {}

  ParentHistory(Facts facts) {
    this.facts = facts;
  }

  /** Takes whether it fails from a time on; times ascend. */
  void turn(long at, boolean fails) {
    if (isFailingState(at) != fails) {
      failing.put(at, fails);
    }
  }

  /** Takes a run at one location, in any order. */
  void ran(String location, long slot, Verdict verdict, long began, long ended) {
    Run run = new Run(slot, began);
    if (verdict.isConclusive()) {
      runs++;
      keepNewest(decided.computeIfAbsent(location, first -> new TreeMap<>()), ended, run);
    }
    if (verdict == Verdict.FAILED) {
      keepNewest(failed, ended, run);
    }
  }

  /** From each end on the run with the newest slot counts; runs come nearly in order. */
  private static void keepNewest(NavigableMap<Long, Run> known, long ended, Run run) {
    Map.Entry<Long, Run> before = known.floorEntry(ended);
    if (before != null && before.getValue().slot() > run.slot()) {
      return;
    }
    known.put(ended, run);
    for (Map.Entry<Long, Run> next = known.higherEntry(ended);
        next != null && next.getValue().slot() < run.slot();
        next = known.higherEntry(ended)) {
      known.remove(next.getKey());
    }
  }

  UUID check() {
    return facts.check();
  }

  long period() {
    return facts.period();
  }

  /** Runs that are kept. */
  long runs() {
    return runs;
  }

  /** Whether it counts as a parent at a time. */
  boolean counts(long at) {
    return facts.activated() || looked(at) > 0;
  }

  /** Whether it fails at a time, and had a failed run of late. */
  boolean isFailing(long at) {
    if (!isFailingState(at)) {
      return false;
    }
    Map.Entry<Long, Run> last = failed.floorEntry(at);
    return facts.heartbeat()
        || (last != null
            && last.getValue().slot() > at - Math.max(3 * facts.period(), NEWS_MILLIS));
  }

  private boolean isFailingState(long at) {
    Map.Entry<Long, Boolean> last = failing.floorEntry(at);
    return last != null && last.getValue();
  }

  /** When the last run began that was known at a time; 0 for none of late. */
  long looked(long at) {
    if (facts.heartbeat()) {
      return at;
    }
    long newest = 0;
    for (TreeMap<Long, Run> runs : decided.values()) {
      Map.Entry<Long, Run> run = runs.floorEntry(at);
      if (run != null && run.getValue().slot() > at - 2 * facts.period() - NEWS_MILLIS) {
        newest = Math.max(newest, run.getValue().began());
      }
    }
    return newest;
  }

  /** The next end of a failure after a time, null for none. */
  @Nullable Long endAfter(long at) {
    for (Map.Entry<Long, Boolean> one : failing.tailMap(at, false).entrySet()) {
      if (!one.getValue()) {
        return one.getKey();
      }
    }
    return null;
  }
}
