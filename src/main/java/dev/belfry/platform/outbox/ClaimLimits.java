package dev.belfry.platform.outbox;

import java.util.Map;

/**
 * How many messages may be claimed.
 *
 * @param limit all together, at least 1
 * @param perLane of one lane that is not named in lanes
 * @param lanes places that are left in the lanes that have fewer, 0 in those that are full
 */
public record ClaimLimits(int limit, int perLane, Map<String, Integer> lanes) {
  public ClaimLimits {
    lanes = Map.copyOf(lanes);
  }
}
