package dev.belfry.alerting.preview;

import dev.belfry.alerting.alert.ParentState;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one check depends on, over time: checks and groups, each as the histories of its checks.
 *
 * @param parents a list for each; one history for a check
 * @param period of the check that depends on them, milliseconds
 */
record ReplayedParents(List<List<ParentHistory>> parents, long period) {
  /** Of a check that depends on nothing. */
  static final ReplayedParents NONE = new ReplayedParents(List.of(), 0);

  ReplayedParents {
    parents = List.copyOf(parents);
  }

  /** How the parents are at a time, as the service would have read it. */
  ParentState at(long now) {
    if (parents.isEmpty()) {
      return ParentState.NONE;
    }
    boolean failing = false;
    long slowest = 0;
    long looked = Long.MAX_VALUE;
    for (List<ParentHistory> parent : parents) {
      List<ParentHistory> active = parent.stream().filter(one -> one.counts(now)).toList();
      if (active.isEmpty()) {
        continue;
      }
      slowest = active.stream().mapToLong(ParentHistory::period).reduce(slowest, Math::max);
      ParentHistory witness =
          active.stream()
              .filter(one -> !one.isFailing(now))
              .min(Comparator.comparing(one -> one.check().toString()))
              .orElse(null);
      if (witness == null) {
        failing = true;
      } else {
        looked = Math.min(looked, witness.looked(now));
      }
    }
    return ParentState.of(failing, slowest, looked, period);
  }

  /**
   * When the service looks at the check because a failure of a parent has ended; null for never.
   */
  @Nullable Long endAfter(long now) {
    return parents.stream()
        .flatMap(List::stream)
        .map(one -> one.endAfter(now))
        .filter(Objects::nonNull)
        .min(Long::compare)
        .orElse(null);
  }
}
