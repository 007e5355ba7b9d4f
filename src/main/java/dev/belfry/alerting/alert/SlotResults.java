package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.Verdict;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The results of one slot so far: a run of the check is what all its locations found.
 *
 * @param first when the first of them ended, milliseconds since 1970
 * @param verdicts by location
 * @param decided whether it has counted as a run; what else comes of it changes nothing
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record SlotResults(long slot, long first, Map<String, Verdict> verdicts, boolean decided) {
  /** How long the rest of a slot is waited for: longer than a run may take with its retries. */
  static final long WAIT_MILLIS = 900_000;

  private static final long LOOK_MILLIS = 3_000;

  SlotResults {
    verdicts = Map.copyOf(verdicts);
  }

  static SlotResults of(LocationResult run) {
    return new SlotResults(run.slot(), run.ended(), Map.of(run.location(), run.verdict()), false);
  }

  /** With the result of one more location; the first of a location counts. */
  SlotResults with(LocationResult run) {
    Map<String, Verdict> more = new TreeMap<>(verdicts);
    more.putIfAbsent(run.location(), run.verdict());
    return new SlotResults(slot, first, more, decided);
  }

  SlotResults close() {
    return new SlotResults(slot, first, verdicts, true);
  }

  /**
   * When it is time to see what became of the rest, milliseconds since 1970: ever more seldom until
   * it is given up. A result that was stored while the first bad one was on its way is found then.
   */
  long lookAt(long now) {
    long wait = isBad() ? LOOK_MILLIS : WAIT_MILLIS;
    while (first + wait <= now && wait < WAIT_MILLIS) {
      wait *= 2;
    }
    return first + Math.min(wait, WAIT_MILLIS);
  }

  /** Whether nobody waits for the rest any more. */
  boolean isOver(long now) {
    return first + WAIT_MILLIS <= now;
  }

  /** Whether every location has reported. */
  boolean isComplete(AlertPolicy policy) {
    return verdicts.size() >= policy.locations();
  }

  /** Whether anything was found wrong. */
  boolean isBad() {
    return count(Verdict.FAILED) > 0 || count(Verdict.DEGRADED) > 0;
  }

  /**
   * What the run was, as soon as that is certain; {@link Verdict#MISSED} when no location could
   * tell. Failures below the threshold do not make it fail, unless nothing but failures was seen.
   */
  Optional<Verdict> verdict(AlertPolicy policy) {
    long failed = count(Verdict.FAILED);
    if (failed >= enough(policy)) {
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

  /** How many locations have to fail (specification, "AlertSettings object"). */
  private static int enough(AlertPolicy policy) {
    ParallelRunFailureThreshold threshold = policy.settings().parallelRunFailureThreshold();
    return threshold.enabled()
        ? Math.max(1, (threshold.percentage() * policy.locations() + 99) / 100)
        : 1;
  }
}
