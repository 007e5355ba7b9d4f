package dev.belfry.engine.objective;

/**
 * A status that the job has computed.
 *
 * @param due when the job next looks at the objective, milliseconds since 1970
 * @param statusDue when it computes the status again at the latest
 */
record ComputedStatus(long objective, ObjectiveStatus status, long due, long statusDue) {}
