package dev.belfry.engine.session;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.Collection;

/** The status of a session, by the names of the API (wire contract 2.1). */
enum SessionStatus {
  PROGRESS(false),
  /** In progress; a run was degraded and none has failed. */
  PROGRESS_DEGRADED(false),
  /** In progress; a run has failed. */
  PROGRESS_FAILED(false),
  PASSED(true),
  DEGRADED(true),
  FAILED(true),
  /** A run did not take place, or a fault of the instance kept it from a verdict. */
  TIMED_OUT(true),
  CANCELLED(true);

  private final boolean over;

  SessionStatus(boolean over) {
    this.over = over;
  }

  /** Whether the status is final. */
  boolean isOver() {
    return over;
  }

  /**
   * The status that follows from the runs. A verdict on the target outweighs its absence: one
   * failed run makes the session failed, even if others were cancelled or timed out.
   */
  static SessionStatus of(Collection<SessionRun> runs) {
    boolean failed = runs.stream().anyMatch(run -> run.hasVerdict(Verdict.FAILED));
    boolean degraded = runs.stream().anyMatch(run -> run.hasVerdict(Verdict.DEGRADED));
    if (runs.stream().anyMatch(SessionRun::isOpen)) {
      return failed ? PROGRESS_FAILED : degraded ? PROGRESS_DEGRADED : PROGRESS;
    }
    if (failed) {
      return FAILED;
    }
    if (runs.stream().anyMatch(run -> run.hasReason(Reason.CANCELLED))) {
      return CANCELLED;
    }
    if (runs.stream().anyMatch(run -> !run.isConclusive())) {
      return TIMED_OUT;
    }
    return degraded ? DEGRADED : PASSED;
  }
}
