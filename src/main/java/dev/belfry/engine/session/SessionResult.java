package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;

/**
 * The part of a result that a session shows.
 *
 * @param location that the request was sent from
 * @param delayMs milliseconds from the run's slot to the request
 * @param responseUs duration of the request, microseconds
 */
record SessionResult(
    ResultId id, String location, Verdict verdict, Reason reason, long delayMs, long responseUs) {
  private static final double MICROS = 1_000;

  /** Whether it is the final result of its run. */
  boolean isFinal() {
    return id.attempt() == 0;
  }

  /** Whether a request was sent. */
  boolean tookPlace() {
    return verdict != Verdict.MISSED;
  }

  /** When the request began, milliseconds since 1970. */
  long startedMs() {
    return id.at() + delayMs;
  }

  /** When the request ended, milliseconds since 1970. */
  long stoppedMs() {
    return startedMs() + responseMs();
  }

  long responseMs() {
    return Math.round(responseUs / MICROS);
  }
}
