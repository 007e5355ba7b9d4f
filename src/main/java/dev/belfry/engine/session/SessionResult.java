package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;

/**
 * A result of a session's run, as far as a session shows it.
 *
 * @param location where the request was sent from
 * @param delayMs how long after the time of the run the request began, milliseconds
 * @param responseUs how long it took, microseconds
 */
record SessionResult(
    ResultId id, String location, Verdict verdict, Reason reason, long delayMs, long responseUs) {
  private static final double MICROS = 1_000;

  /** Whether it is the one that counts, not an attempt before it. */
  boolean isFinal() {
    return id.attempt() == 0;
  }

  /** Whether there was a request at all. */
  boolean tookPlace() {
    return verdict != Verdict.MISSED;
  }

  /** Epoch milliseconds. */
  long startedMs() {
    return id.at() + delayMs;
  }

  /** Epoch milliseconds. */
  long stoppedMs() {
    return startedMs() + responseMs();
  }

  long responseMs() {
    return Math.round(responseUs / MICROS);
  }
}
