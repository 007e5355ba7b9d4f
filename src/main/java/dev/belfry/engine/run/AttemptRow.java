package dev.belfry.engine.run;

import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * A run or an attempt as it is stored.
 *
 * @param at the scheduled time, milliseconds since 1970
 * @param attempt 0 for what counts
 * @param delay by how much later the request began, milliseconds
 * @param detail JSON, null for what simply passed
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
  /** A run that did not take place. */
  static AttemptRow missed(ResultBatch.RunKey run, Reason reason) {
    return new AttemptRow(
        run.seriesId(), run.at(), 0, Verdict.MISSED, reason, 0, 0, Timings.NONE, null);
  }
}
