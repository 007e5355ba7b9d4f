package dev.belfry.engine.result;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
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

  private static final int MOST_RETRIES = 10;

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

  /**
   * Conditions on a result, in SQL, of which one holds; the alias of the results is {@code r}.
   * There is one for each attempt, since the key of results has them in this order; a run has at
   * most ten retries.
   */
  List<String> conditions() {
    return switch (kind) {
      case FINAL, MISSED -> List.of("r.attempt = 0 AND " + verdict());
      case ATTEMPT -> attempts(1);
      case ALL -> attempts(0);
    };
  }

  /** The attempts to look for, in SQL. */
  String attempts() {
    return "generate_series(%d, %d)".formatted(kind == Kind.ATTEMPT ? 1 : 0, MOST_RETRIES);
  }

  /** The same conditions as one, for attempt {@code a} of these. */
  String conditionOfAttempt() {
    return "r.attempt = a AND " + verdict();
  }

  /** The same as one condition, for statements that need no order. */
  String anyCondition() {
    return switch (kind) {
      case FINAL, MISSED -> "r.attempt = 0 AND " + verdict();
      case ATTEMPT -> "r.attempt = ANY ('{1,2,3,4,5,6,7,8,9,10}') AND " + verdict();
      case ALL -> "r.attempt = ANY ('{0,1,2,3,4,5,6,7,8,9,10}') AND " + verdict();
    };
  }

  private List<String> attempts(int first) {
    return IntStream.rangeClosed(first, MOST_RETRIES)
        .mapToObj(attempt -> "r.attempt = " + attempt + " AND " + verdict())
        .toList();
  }

  private String verdict() {
    if (kind == Kind.MISSED) {
      // No missed run has failed. Citus cannot plan the word false.
      return failed != null && failed ? "r.verdict < 0" : "r.verdict = 4";
    }
    return failed == null ? "r.verdict <> 4" : failed ? "r.verdict = 2" : "r.verdict IN (0, 1, 3)";
  }
}
