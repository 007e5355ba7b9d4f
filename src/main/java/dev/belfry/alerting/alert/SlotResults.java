package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.Verdict;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The results of one slot so far. The results of all locations together are one run of the check.
 *
 * @param first end of the first result, milliseconds since 1970
 * @param verdicts by location
 * @param decided whether the slot has counted as a run; later results are ignored
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record SlotResults(long slot, long first, Map<String, Verdict> verdicts, boolean decided) {
  /** How long a slot waits for missing results: longer than a run with its retries takes. */
  static final long WAIT_MILLIS = 900_000;

  private static final long LOOK_MILLIS = 3_000;

  SlotResults {
    verdicts = Map.copyOf(verdicts);
  }

  static SlotResults of(LocationResult run) {
    return new SlotResults(run.slot(), run.ended(), Map.of(run.location(), run.verdict()), false);
  }

  /** With one more result; only the first result of a location counts. */
  SlotResults with(LocationResult run) {
    Map<String, Verdict> more = new TreeMap<>(verdicts);
    more.putIfAbsent(run.location(), run.verdict());
    return new SlotResults(slot, first, more, decided);
  }

  SlotResults close() {
    return new SlotResults(slot, first, verdicts, true);
  }

  /**
   * When to read missing results from the database, milliseconds since 1970, with growing intervals
   * up to the limit. This finds results stored concurrently with the first bad one.
   */
  long lookAt(long now) {
    long wait = isBad() ? LOOK_MILLIS : WAIT_MILLIS;
    while (first + wait <= now && wait < WAIT_MILLIS) {
      wait *= 2;
    }
    return first + Math.min(wait, WAIT_MILLIS);
  }

  /** Whether the wait for missing results has ended. */
  boolean isOver(long now) {
    return first + WAIT_MILLIS <= now;
  }

  /** Whether every location has reported. */
  boolean isComplete(AlertPolicy policy) {
    return verdicts.size() >= policy.locations();
  }

  /** Whether a location reported a failed or degraded result. */
  boolean isBad() {
    return count(Verdict.FAILED) > 0 || count(Verdict.DEGRADED) > 0;
  }

  /**
   * The verdict of the run as soon as it is certain; {@link Verdict#MISSED} when no location has a
   * conclusive result. Failures below the threshold fail the run only when every conclusive result
   * is a failure.
   */
  Optional<Verdict> verdict(AlertPolicy policy) {
    long failed = count(Verdict.FAILED);
    if (failed >= needed(policy)) {
      return Optional.of(Verdict.FAILED);
    }
    if (!isComplete(policy)) {
      return Optional.empty();
    }
    if (count(Verdict.DEGRADED) > 0) {
      return Optional.of(Verdict.DEGRADED);
    }
    if (count(Verdict.PASSED) > 0) {
      return Optional.of(Verdict.PASSED);
    }
    return Optional.of(failed > 0 ? Verdict.FAILED : Verdict.MISSED);
  }

  private long count(Verdict wanted) {
    return verdicts.values().stream().filter(verdict -> verdict == wanted).count();
  }

  /** How many locations must fail (specification, "AlertSettings object"). */
  static int needed(AlertPolicy policy) {
    ParallelRunFailureThreshold threshold = policy.settings().parallelRunFailureThreshold();
    return threshold.enabled()
        ? Math.max(1, (threshold.percentage() * policy.locations() + 99) / 100)
        : 1;
  }
}
