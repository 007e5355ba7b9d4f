package dev.belfry.platform.outbox;

import java.util.Map;
import java.util.UUID;

/**
 * How many messages one claim may take.
 *
 * @param limit in total, at least 1
 * @param channels of those to alert channels, at least 0
 * @param subscribers of those to subscribers of status pages, at least 0
 * @param perLane in each lane that {@code lanes} does not name
 * @param lanes free places of the lanes with fewer than that, 0 for a full lane
 * @param accounts places that accounts have taken; one with fewer goes first
 */
public record ClaimLimits(
    int limit,
    int channels,
    int subscribers,
    int perLane,
    Map<String, Integer> lanes,
    Map<UUID, Integer> accounts) {
  /** Copies the maps. */
  public ClaimLimits {
    lanes = Map.copyOf(lanes);
    accounts = Map.copyOf(accounts);
  }
}
