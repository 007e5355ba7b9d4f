package dev.belfry.engine.overview;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects the checks of an overview; a null member selects all.
 *
 * @param states empty for all
 * @param muted true for muted checks, false for the others
 * @param search text in name, URL or tags, in lower case
 */
record OverviewFilter(
    UUID account,
    List<CheckState> states,
    @Nullable Boolean muted,
    @Nullable String search,
    @Nullable String tag,
    @Nullable Long group,
    @Nullable String checkType,
    @Nullable UUID check) {
  OverviewFilter {
    states = List.copyOf(states);
  }

  /** Whether the number of selected checks follows from the counts of the states. */
  boolean isCounted() {
    return muted == null
        && search == null
        && tag == null
        && group == null
        && checkType == null
        && check == null;
  }
}
