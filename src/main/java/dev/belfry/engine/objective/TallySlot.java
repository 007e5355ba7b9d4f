package dev.belfry.engine.objective;

import java.util.List;

/**
 * The runs of an interval of time. Slots of an objective do not overlap.
 *
 * @param from its first millisecond since 1970
 */
record TallySlot(long from, ResultTally tally) {
  /** The runs of all slots that begin at a time or later. */
  static ResultTally since(List<TallySlot> slots, long from) {
    ResultTally sum = ResultTally.NONE;
    for (TallySlot slot : slots) {
      if (slot.from() >= from) {
        sum = sum.plus(slot.tally());
      }
    }
    return sum;
  }
}
