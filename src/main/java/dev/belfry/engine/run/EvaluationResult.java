package dev.belfry.engine.run;

import dev.belfry.engine.probe.Failure;
import dev.belfry.monitoring.assertion.AssertionOutcome;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.List;

/**
 * The verdict on one attempt.
 *
 * @param verdict never {@code MISSED}
 * @param reason {@code NONE} for passed
 * @param message a sentence with the particulars, without a full stop; {@code ""} for passed
 * @param assertions those that compare something, in their order; empty without a complete answer
 */
public record EvaluationResult(
    Verdict verdict, Reason reason, String message, List<AssertionOutcome> assertions) {
  public EvaluationResult {
    assertions = List.copyOf(assertions);
  }

  /** The evaluation of an attempt of which nothing was sent. */
  public static EvaluationResult unsent(Failure failure) {
    return new EvaluationResult(
        failure.reason().isOurs() ? Verdict.OBSERVER_FAULT : Verdict.FAILED,
        failure.reason(),
        failure.message(),
        List.of());
  }

  /** The same evaluation as a fault of this instance, which says nothing about the target. */
  EvaluationResult asObserverFault(Reason fault) {
    String text = message.isEmpty() ? fault.sentence() : fault.sentence() + ": " + message;
    return new EvaluationResult(Verdict.OBSERVER_FAULT, fault, text, assertions);
  }
}
