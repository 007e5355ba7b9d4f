package dev.belfry.engine.testsession;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run that this instance has begun.
 *
 * @param check its id, null for a check that is not stored
 * @param location as clients name it
 * @param job sealed
 * @param claim number of this beginning; another instance may begin it again with the next one
 */
record ClaimedRun(
    UUID id,
    UUID account,
    @Nullable UUID check,
    String name,
    String location,
    String job,
    int claim) {
  /** Without the job. */
  @Override
  public String toString() {
    return "ClaimedRun[id=" + id + ", claim=" + claim + "]";
  }
}
