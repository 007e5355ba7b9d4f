package dev.belfry.engine.testsession;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A session as it is stored.
 *
 * @param location as clients name it
 * @param metadata what is tested, JSON text
 * @param startedMs milliseconds since 1970
 * @param runs one for each check
 */
record TestSessionRow(
    UUID id,
    String provider,
    String name,
    String location,
    String metadata,
    long startedMs,
    List<TestRunRow> runs) {
  TestSessionRow {
    runs = List.copyOf(runs);
  }

  boolean isOver() {
    return runs.stream().allMatch(TestRunRow::isOver);
  }

  /** The state that clients are shown. The list selects by the same rule. */
  String status() {
    if (!isOver()) {
      return "RUNNING";
    }
    return has("FAILED") ? "FAILED" : has("CANCELLED") ? "CANCELLED" : "PASSED";
  }

  private boolean has(String status) {
    return runs.stream().anyMatch(run -> run.status().equals(status));
  }

  /** When the last run ended, milliseconds since 1970; empty while one is open. */
  Optional<Long> stoppedMs() {
    return isOver()
        ? Optional.of(runs.stream().mapToLong(TestRunRow::changedMs).max().orElse(startedMs))
        : Optional.empty();
  }
}
