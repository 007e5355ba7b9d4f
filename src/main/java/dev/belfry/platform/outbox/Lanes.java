package dev.belfry.platform.outbox;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the places that attempts take, in total and in each lane. A lane that failed slowly has
 * one place until a delivery in it succeeds, so that hanging receivers cannot take all places.
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

  /** How many messages may be claimed; call it only when not full. */
  ClaimLimits claimLimits() {
    Map<String, Integer> left = new HashMap<>();
    suspects.forEach(lane -> left.put(lane, 1));
    taken.forEach((lane, count) -> left.put(lane, Math.max(0, bound(lane) - count)));
    return new ClaimLimits(total - inFlight, perLane, left);
  }

  /** Takes a place. */
  void enter(String lane) {
    inFlight++;
    taken.merge(lane, 1, Integer::sum);
  }

  /** Frees a place; returns whether a message may have waited for it. */
  boolean leave(String lane) {
    boolean full = isFull() || taken.getOrDefault(lane, 0) >= bound(lane);
    inFlight--;
    taken.computeIfPresent(lane, (name, count) -> count == 1 ? null : count - 1);
    return full;
  }

  /** Leaves a lane one place. */
  void suspect(String lane) {
    suspects.add(lane);
    if (suspects.size() > MOST_SUSPECTS) {
      suspects.remove(suspects.iterator().next());
    }
  }

  /** Gives a lane all its places; returns whether it had one place before. */
  boolean trust(String lane) {
    return suspects.remove(lane);
  }

  private int bound(String lane) {
    return suspects.contains(lane) ? 1 : perLane;
  }
}
