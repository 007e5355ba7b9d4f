package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;

/**
 * What ended a probe, or what its answer fails for.
 *
 * @param reason {@code NONE} for a complete answer
 * @param message with the particulars, without a full stop; {@code ""} for a complete answer
 */
public record Failure(Reason reason, String message) {
  /** The answer is complete. */
  public static final Failure NONE = new Failure(Reason.NONE, "");
}
