package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * One run of a session.
 *
 * @param location the one of the check that it is for
 * @param at its time, epoch milliseconds
 * @param isOpen whether it has still to end
 * @param results attempts in their order, the one that counts last; empty while there is none, and
 *     when it is no longer kept
 */
record SessionRun(String location, long at, boolean isOpen, List<SessionResult> results) {
  SessionRun {
    results = List.copyOf(results);
  }

  boolean ended(Verdict verdict) {
    return outcome().filter(result -> result.verdict() == verdict).isPresent();
  }

  boolean endedBecause(Reason reason) {
    return outcome().filter(result -> result.reason() == reason).isPresent();
  }

  /** Whether it says something about the target. */
  boolean isConclusive() {
    return outcome().filter(result -> result.verdict().isConclusive()).isPresent();
  }

  /** When it ended, epoch milliseconds; its own time when it did not take place. */
  long stoppedMs() {
    return outcome().map(SessionResult::stoppedMs).orElse(at);
  }

  private Optional<SessionResult> outcome() {
    return results.stream().filter(SessionResult::isFinal).findFirst();
  }
}
