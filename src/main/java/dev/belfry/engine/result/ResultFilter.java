package dev.belfry.engine.result;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which results of a check a list is about.
 *
 * @param from first scheduled time, milliseconds since 1970
 * @param to scheduled time that is no longer in the list
 * @param location name of the location a run was scheduled for, null for any
 * @param failed true for failures alone, false for everything else alone, null for both
 */
record ResultFilter(
    UUID account,
    UUID check,
    Kind kind,
    long from,
    long to,
    @Nullable String location,
    @Nullable Boolean failed) {

  /** What of a run is listed. */
  enum Kind {
    /** What counts. */
    FINAL,
    /** What came before it and was tried again. */
    ATTEMPT,
    /** Both. */
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
