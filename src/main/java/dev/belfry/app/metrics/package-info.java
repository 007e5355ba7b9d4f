/** Meters of the process as a whole. Start at {@link dev.belfry.app.metrics.ProcessMetrics}. */
@NullMarked
package dev.belfry.app.metrics;

import org.jspecify.annotations.NullMarked;
