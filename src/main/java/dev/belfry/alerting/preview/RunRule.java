package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.monitoring.check.RetryPlan;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What counts as the final result of a run, from its stored attempts. It also counts the runs of
 * which the stored attempts do not tell it.
 */
final class RunRule {
  /** Two pauses that differ by less are the same: an attempt may wait for its place. */
  private static final long SAME_PAUSE_MILLIS = 2_000;

  private final boolean retriesDiffer;
  private final @Nullable RetryStrategy strategy;
  private final @Nullable Double degradedMillis;
  private long unknown;
  private long moved;

  private RunRule(
      boolean retriesDiffer, @Nullable RetryStrategy strategy, @Nullable Double degradedMillis) {
    this.retriesDiffer = retriesDiffer;
    this.strategy = strategy;
    this.degradedMillis = degradedMillis;
  }

  /** The stored final result. */
  static RunRule stored(@Nullable Double degradedMillis) {
    return new RunRule(false, null, degradedMillis);
  }

  /**
   * The result that other retries lead to.
   *
   * @param strategy null for no retries
   * @param degradedMillis another degraded response time, null for that of the time of the run
   */
  static RunRule retrying(@Nullable RetryStrategy strategy, @Nullable Double degradedMillis) {
    return new RunRule(true, strategy, degradedMillis);
  }

  /** Runs that would have been repeated more often, with a result that is unknown. */
  long unknown() {
    return unknown;
  }

  /** Retries that would have begun at another time than the stored ones. */
  long moved() {
    return moved;
  }

  /** Whether it needs the attempts before the final ones. */
  boolean readsAttempts() {
    return retriesDiffer;
  }

  /** Whether it may turn a run that passed into one that did not. */
  boolean judgesPassed() {
    return degradedMillis != null;
  }

  /**
   * The result of a run; empty while the run is under way.
   *
   * @param attempts in the order in which they were made, the final one last
   */
  Optional<LocationResult> result(List<StoredAttempt> attempts) {
    StoredAttempt last = attempts.get(attempts.size() - 1);
    if (last.attempt() != 0) {
      return Optional.empty();
    }
    StoredAttempt decisive = retriesDiffer ? decisive(attempts) : last;
    return Optional.of(
        new LocationResult(
            decisive.location(), decisive.slot(), verdict(decisive), decisive.ended()));
  }

  private StoredAttempt decisive(List<StoredAttempt> attempts) {
    long started = attempts.get(0).begun();
    for (int i = 0; i < attempts.size(); i++) {
      StoredAttempt attempt = attempts.get(i);
      Optional<Duration> pause =
          RetryPlan.next(
              strategy,
              i + 1,
              Duration.ofMillis(Math.max(0, attempt.ended() - started)),
              attempt.verdict(),
              attempt.answered());
      if (pause.isEmpty()) {
        return attempt;
      }
      if (i + 1 < attempts.size()) {
        long made = attempts.get(i + 1).begun() - attempt.ended();
        moved += Math.abs(made - pause.get().toMillis()) < SAME_PAUSE_MILLIS ? 0 : 1;
      }
    }
    unknown++;
    return attempts.get(attempts.size() - 1);
  }

  private Verdict verdict(StoredAttempt attempt) {
    boolean byTime =
        attempt.verdict() == Verdict.PASSED
            || (attempt.verdict() == Verdict.DEGRADED && attempt.slow());
    if (degradedMillis == null || !byTime) {
      return attempt.verdict();
    }
    return attempt.reaches(degradedMillis) ? Verdict.DEGRADED : Verdict.PASSED;
  }
}
