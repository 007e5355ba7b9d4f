package dev.belfry.engine.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some series of shards, in the order of their ids.
 *
 * @param last the id after which the next page begins, null when there is none
 */
record SeriesPage(List<SeriesRow> rows, @Nullable Integer last) {}
