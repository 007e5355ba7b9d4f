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
 * @param perAccount places of an account for each audience, at most
 * @param perAudience places of each audience, taken ones included
 * @param lanes free places of the lanes with fewer than {@code perLane}, 0 for a full lane
 * @param accounts places that accounts have taken; one with fewer goes first
 */
public record ClaimLimits(
    int limit,
    int channels,
    int subscribers,
    int perLane,
    int perAccount,
    int perAudience,
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

  /**
   * How many places of an audience an account may have, the next one included.
   *
   * <p>This is twice the square of the free places, divided by all: half of all for an account that
   * is alone, and ever less than what is free as places fill. However many accounts have receivers
   * that hang, they leave places: 50 of them hold 16 each and leave 87 free. They leave some even
   * when one comes after the other and none gives a place back, for each takes only a small part of
   * the rest. A fixed number for an account, or half of what is free, would be used up by two or by
   * ten such accounts. One place is allowed to an account as long as any is free.
   *
   * @param perAudience places of the audience, taken ones included
   */
  static int share(int free, int perAudience) {
    return (int) Math.max(1, 2L * free * free / perAudience);
  }

  /** How many places an account may have now for messages to channels, or to subscribers. */
  int mostOfAccount(boolean toChannel) {
    return Math.min(perAccount, share(toChannel ? channels : subscribers, perAudience));
  }

  /** Copies the maps. */
  public ClaimLimits {
    lanes = Map.copyOf(lanes);
    accounts = Map.copyOf(accounts);
  }
}
