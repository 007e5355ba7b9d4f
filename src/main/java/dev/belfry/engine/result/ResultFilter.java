package dev.belfry.engine.result;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects results of a check.
 *
 * @param from first slot, milliseconds since 1970
 * @param to first slot after the selected ones
 * @param location of the series, null for any
 * @param failed true for failed results, false for the others, null for all
 */
record ResultFilter(
    UUID account,
    UUID check,
    Kind kind,
    long from,
    long to,
    @Nullable String location,
    @Nullable Boolean failed) {

  /** Which results of a run are selected. */
  enum Kind {
    /** Final results. */
    FINAL,
    /** Attempts before the final result. */
    ATTEMPT,
    /** Attempts and final results. */
    ALL,
    /** Runs that did not take place. */
    MISSED
  }

  /** The condition on a result, in SQL; the alias of the results is {@code r}. */
  String condition() {
    String verdict =
        failed == null ? "r.verdict <> 4" : failed ? "r.verdict = 2" : "r.verdict IN (0, 1, 3)";
    return switch (kind) {
      case FINAL -> "r.attempt = 0 AND " + verdict;
      case ATTEMPT, ALL -> "r.attempt = a AND " + verdict;
      case MISSED ->
          "r.attempt = 0 AND r.verdict = 4" + (failed != null && failed ? " AND false" : "");
    };
  }

  /** The attempts to look for, in SQL; a run has at most ten retries. */
  String attempts() {
    return switch (kind) {
      case FINAL, MISSED -> "generate_series(0, 0)";
      case ATTEMPT -> "generate_series(1, 10)";
      case ALL -> "generate_series(0, 10)";
    };
  }
}
