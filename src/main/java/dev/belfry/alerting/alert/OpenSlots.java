package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Slots of which not every location has reported.
 *
 * @param slots oldest first
 * @param floor the newest slot that was given up, 0 for none; nothing up to it counts any more
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record OpenSlots(List<SlotResults> slots, long floor) {
  static final OpenSlots NONE = new OpenSlots(List.of(), 0);

  /** At a run every ten seconds longer than a run with its retries may take. */
  static final int MOST = 64;

  OpenSlots {
    slots = List.copyOf(slots);
  }

  /** What came of a result. */
  record Count(OpenSlots slots, Optional<Verdict> verdict) {}

  /** Counts a result; the verdict of its slot if that is what decided it. */
  Count count(LocationResult run, AlertPolicy policy) {
    Optional<SlotResults> known =
        slots.stream().filter(one -> one.slot() == run.slot()).findFirst();
    if (known.isEmpty() && run.slot() <= floor) {
      return new Count(this, Optional.empty());
    }
    SlotResults results = known.map(one -> one.with(run)).orElseGet(() -> SlotResults.of(run));
    Optional<Verdict> verdict = results.decided() ? Optional.empty() : results.verdict(policy);
    List<SlotResults> next = new ArrayList<>(slots);
    known.ifPresent(next::remove);
    if (!results.isComplete(policy)) {
      next.add(verdict.isPresent() ? results.close() : results);
      next.sort(Comparator.comparingLong(SlotResults::slot));
    }
    return new Count(new OpenSlots(next, floor).bounded(), verdict);
  }

  private OpenSlots bounded() {
    int surplus = slots.size() - MOST;
    return surplus <= 0
        ? this
        : new OpenSlots(
            slots.subList(surplus, slots.size()), Math.max(floor, slots.get(surplus - 1).slot()));
  }

  /** Without those that nobody waits for any more. */
  OpenSlots at(long now) {
    return new OpenSlots(slots.stream().filter(one -> !one.isOver(now)).toList(), floor);
  }

  /** Whether they say nothing that has to be remembered while all is well. */
  boolean isIdle() {
    return slots.stream().noneMatch(one -> one.decided() || one.isBad());
  }
}
