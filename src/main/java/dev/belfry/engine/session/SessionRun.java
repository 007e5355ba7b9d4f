package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * One run of a session.
 *
 * @param location of its series
 * @param at its slot, milliseconds since 1970
 * @param isOpen whether a final result may still come
 * @param results attempts in order, the final one last; empty before the first, and when they are
 *     no longer kept
 */
record SessionRun(String location, long at, boolean isOpen, List<SessionResult> results) {
  SessionRun {
    results = List.copyOf(results);
  }

  boolean hasVerdict(Verdict verdict) {
    return outcome().filter(result -> result.verdict() == verdict).isPresent();
  }

  boolean hasReason(Reason reason) {
    return outcome().filter(result -> result.reason() == reason).isPresent();
  }

  /** Whether its final result is a verdict on the target. */
  boolean isConclusive() {
    return outcome().filter(result -> result.verdict().isConclusive()).isPresent();
  }

  /** When it ended, milliseconds since 1970; its slot when it did not take place. */
  long stoppedMs() {
    return outcome().map(SessionResult::stoppedMs).orElse(at);
  }

  private Optional<SessionResult> outcome() {
    return results.stream().filter(SessionResult::isFinal).findFirst();
  }
}
