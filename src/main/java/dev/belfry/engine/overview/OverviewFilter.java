package dev.belfry.engine.overview;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which checks a list is about; null members do not restrict it.
 *
 * @param states empty for all
 * @param muted true for those that notify nobody, false for the others
 * @param search text in name, address or tags, in lower case
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

  /** Whether the number of what it lets through follows from the counts of all states. */
  boolean isCounted() {
    return muted == null
        && search == null
        && tag == null
        && group == null
        && checkType == null
        && check == null;
  }
}
