package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;

/**
 * The failure that ended a probe before a complete response.
 *
 * @param message with the particulars, without a full stop
 */
record Failure(Reason reason, String message) {}
