package dev.belfry.engine.run;

import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code results}: the final result of a run, or an attempt before it.
 *
 * @param at the run's slot, milliseconds since 1970
 * @param attempt 0 for the final result, else 1 for the first attempt and so on
 * @param delay milliseconds from the slot to the request
 * @param detail JSON, null for an attempt that passed at its own location
 */
record AttemptRow(
    int seriesId,
    long at,
    int attempt,
    Verdict verdict,
    Reason reason,
    int status,
    long delay,
    Timings timings,
    @Nullable String detail) {
  /** The final result of a run that did not take place. */
  static AttemptRow missed(ResultBatch.RunKey run, Reason reason) {
    return new AttemptRow(
        run.seriesId(), run.at(), 0, Verdict.MISSED, reason, 0, 0, Timings.NONE, null);
  }
}
