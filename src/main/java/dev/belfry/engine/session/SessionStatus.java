package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.Collection;

/** How a session is doing, in the words that clients know (wire contract 2.1). */
enum SessionStatus {
  PROGRESS(false),
  /** Goes on, and a run has been degraded; none has failed. */
  PROGRESS_DEGRADED(false),
  /** Goes on, and a run has failed. */
  PROGRESS_FAILED(false),
  PASSED(true),
  DEGRADED(true),
  FAILED(true),
  /** A run did not take place, or not under conditions that allow a verdict. */
  TIMED_OUT(true),
  CANCELLED(true);

  private final boolean over;

  SessionStatus(boolean over) {
    this.over = over;
  }

  /** Whether it can no longer change. */
  boolean isOver() {
    return over;
  }

  /**
   * The status that the runs make up. What was found out of the target comes before what was not
   * found out: one failed run makes the session failed, whatever became of the others.
   */
  static SessionStatus of(Collection<SessionRun> runs) {
    boolean failed = runs.stream().anyMatch(run -> run.ended(Verdict.FAILED));
    boolean degraded = runs.stream().anyMatch(run -> run.ended(Verdict.DEGRADED));
    if (runs.stream().anyMatch(SessionRun::isOpen)) {
      return failed ? PROGRESS_FAILED : degraded ? PROGRESS_DEGRADED : PROGRESS;
    }
    if (failed) {
      return FAILED;
    }
    if (runs.stream().anyMatch(run -> run.endedBecause(Reason.CANCELLED))) {
      return CANCELLED;
    }
    if (runs.stream().anyMatch(run -> !run.isConclusive())) {
      return TIMED_OUT;
    }
    return degraded ? DEGRADED : PASSED;
  }
}
