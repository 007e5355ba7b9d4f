/**
 * Meters of the process as a whole.
 *
 * <p>Start at {@link dev.belfry.app.metrics.ProcessMetrics}.
 *
 * <p>Uses: {@code platform}.
 */
@NullMarked
package dev.belfry.app.metrics;

import org.jspecify.annotations.NullMarked;
