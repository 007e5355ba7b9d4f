package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;

/**
 * What ended a probe before a complete answer.
 *
 * @param message with the particulars, without a full stop
 */
record Failure(Reason reason, String message) {}
