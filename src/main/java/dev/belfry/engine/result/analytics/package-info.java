/**
 * Figures of checks over a range of time. Start at {@link
 * dev.belfry.engine.result.analytics.AnalyticsOperations}.
 */
@NullMarked
package dev.belfry.engine.result.analytics;

import org.jspecify.annotations.NullMarked;
