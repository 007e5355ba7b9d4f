package dev.belfry.engine.testsession;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run of a session as it is stored, without its job.
 *
 * @param check its id, null for a check that is not stored
 * @param outcome null while the run is not over
 * @param message why it did not pass; null for nothing to say
 * @param changedMs when it changed last, milliseconds since 1970
 */
record TestRunRow(
    UUID id,
    @Nullable UUID check,
    String name,
    String checkType,
    @Nullable TestOutcome outcome,
    @Nullable String message,
    long changedMs) {
  boolean isOver() {
    return outcome != null;
  }

  /** The state that clients are shown. */
  String status() {
    return outcome == null ? "RUNNING" : outcome.status();
  }
}
