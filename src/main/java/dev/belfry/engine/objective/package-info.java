/**
 * Objectives: targets for the share of good runs, their error budgets, and alerts when a budget is
 * spent too fast.
 *
 * <p>Start at {@link dev.belfry.engine.objective.ObjectiveOperations} and {@link
 * dev.belfry.engine.objective.BurnRate}.
 *
 * <p>Uses: {@code alerting.alert}, {@code alerting.mail}, {@code api.contract}, {@code api.http},
 * {@code api.resource}, {@code monitoring.channel}, {@code platform.config}, {@code platform.db},
 * {@code platform.error}.
 */
@NullMarked
package dev.belfry.engine.objective;

import org.jspecify.annotations.NullMarked;
