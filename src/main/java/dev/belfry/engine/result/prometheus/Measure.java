package dev.belfry.engine.result.prometheus;

import dev.belfry.engine.result.StatusRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is exported of a check.
 *
 * @param labels of all its metrics
 * @param status null for a check that never ran
 * @param totals of each location, or one of all
 */
record Measure(
    MeasuredCheck check, String labels, @Nullable StatusRow status, List<LocationTotals> totals) {}
