package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Comparison;

/**
 * One assertion held against the status code of an answer.
 *
 * @param target what the assertion compares with, as it was written
 * @param actual the status code
 */
public record AssertionOutcome(Comparison comparison, String target, int actual, boolean passed) {}
