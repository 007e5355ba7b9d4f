package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Slots with missing results of some locations.
 *
 * @param slots oldest first
 * @param floor the newest dropped slot, 0 for none; results up to it are ignored
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record OpenSlots(List<SlotResults> slots, long floor) {
  static final OpenSlots NONE = new OpenSlots(List.of(), 0);

  /** Covers the longest run with retries at a frequency of ten seconds. */
  static final int MOST = 64;

  OpenSlots {
    slots = List.copyOf(slots);
  }

  /** The outcome of a result. */
  record Count(OpenSlots slots, Optional<Verdict> verdict) {}

  /** Counts a result; the verdict is present when this result decided its slot. */
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

  /** Without slots whose wait for results has ended. */
  OpenSlots at(long now) {
    return new OpenSlots(slots.stream().filter(one -> !one.isOver(now)).toList(), floor);
  }

  /** Whether they hold nothing to remember while all runs pass. */
  boolean isIdle() {
    return slots.stream().noneMatch(one -> one.decided() || one.isBad());
  }
}
