package dev.belfry.platform.outbox;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The places that attempts take, in total and in each lane. A lane that failed slowly has one place
 * until something is delivered in it, so that many hanging receivers do not fill the total.
 */
final class Lanes {
  private static final int MOST_SUSPECTS = 1_000;

  private final int total;
  private final int perLane;
  private final Map<String, Integer> taken = new HashMap<>();
  private final Set<String> suspects = new LinkedHashSet<>();
  private int inFlight;

  Lanes(int total, int perLane) {
    this.total = total;
    this.perLane = perLane;
  }

  int inFlight() {
    return inFlight;
  }

  boolean isFull() {
    return inFlight >= total;
  }

  /** What may be claimed; only when not full. */
  ClaimLimits room() {
    Map<String, Integer> left = new HashMap<>();
    suspects.forEach(lane -> left.put(lane, 1));
    taken.forEach((lane, count) -> left.put(lane, Math.max(0, bound(lane) - count)));
    return new ClaimLimits(total - inFlight, perLane, left);
  }

  void enter(String lane) {
    inFlight++;
    taken.merge(lane, 1, Integer::sum);
  }

  /** Whether something may have waited for the place that is free now. */
  boolean leave(String lane) {
    boolean full = isFull() || taken.getOrDefault(lane, 0) >= bound(lane);
    inFlight--;
    taken.computeIfPresent(lane, (name, count) -> count == 1 ? null : count - 1);
    return full;
  }

  void suspect(String lane) {
    suspects.add(lane);
    if (suspects.size() > MOST_SUSPECTS) {
      suspects.remove(suspects.iterator().next());
    }
  }

  /** Whether the lane has more places than before. */
  boolean trust(String lane) {
    return suspects.remove(lane);
  }

  private int bound(String lane) {
    return suspects.contains(lane) ? 1 : perLane;
  }
}
