package dev.belfry.engine.overview;

import java.util.EnumMap;
import java.util.Map;

/** How many checks of an account are in each state, and how many are muted. */
record OverviewCounts(Map<CheckState, Long> byState, long muted) {
  OverviewCounts {
    byState = new EnumMap<>(byState);
  }

  long of(CheckState state) {
    return byState.getOrDefault(state, 0L);
  }

  long all() {
    return byState.values().stream().mapToLong(Long::longValue).sum();
  }
}
