/**
 * Holds values of an answer against assertions: one set of rules for all types of checks.
 *
 * <p>Start at {@link dev.belfry.monitoring.assertion.AssertionRules}.
 *
 * <p>Uses: {@code monitoring.check}.
 */
@NullMarked
package dev.belfry.monitoring.assertion;

import org.jspecify.annotations.NullMarked;
