/**
 * Availability and response time figures of checks over a range of time.
 *
 * <p>Start at {@link dev.belfry.engine.result.analytics.AnalyticsOperations}.
 *
 * <p>Uses: {@code api.http}, {@code engine.result}, {@code monitoring.check}, {@code platform.db},
 * {@code platform.error}.
 */
@NullMarked
package dev.belfry.engine.result.analytics;

import org.jspecify.annotations.NullMarked;
