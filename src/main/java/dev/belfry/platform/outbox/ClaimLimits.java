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
 * @param perAccount places of an account for each audience
 * @param lanes free places of the lanes with fewer than {@code perLane}, 0 for a full lane
 * @param accounts places that accounts have taken; one with fewer goes first
 */
public record ClaimLimits(
    int limit,
    int channels,
    int subscribers,
    int perLane,
    int perAccount,
    Map<String, Integer> lanes,
    Map<UUID, Taken> accounts) {
  /**
   * Places that an account has taken.
   *
   * @param channels by messages to alert channels
   * @param subscribers by messages to subscribers
   */
  public record Taken(int channels, int subscribers) {
    static final Taken NONE = new Taken(0, 0);

    Taken plus(boolean toChannel, int change) {
      return toChannel
          ? new Taken(channels + change, subscribers)
          : new Taken(channels, subscribers + change);
    }

    int of(boolean toChannel) {
      return toChannel ? channels : subscribers;
    }
  }

  /** Copies the maps. */
  public ClaimLimits {
    lanes = Map.copyOf(lanes);
    accounts = Map.copyOf(accounts);
  }
}
