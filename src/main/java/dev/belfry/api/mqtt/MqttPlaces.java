package dev.belfry.api.mqtt;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Counts the connections of a process, so that neither an account nor a stranger takes the places
 * of others. All event loops share it.
 */
public final class MqttPlaces {
  /** Connections of one account. */
  static final int MOST_OF_ACCOUNT = 20;

  /** Connections of one network that have not sent a key yet. */
  static final int MOST_OF_STRANGER = 10;

  private static final int MOST = 2_000;
  private static final int MOST_STRANGERS = 500;

  private final Map<UUID, Integer> accounts = new HashMap<>();
  private final Map<String, Integer> strangers = new HashMap<>();
  private int connected;
  private int waiting;

  /** Takes a place for a connection that has not sent a key; false when there is none. */
  synchronized boolean enter(String network) {
    if (waiting >= MOST_STRANGERS || strangers.getOrDefault(network, 0) >= MOST_OF_STRANGER) {
      return false;
    }
    waiting++;
    strangers.merge(network, 1, Integer::sum);
    return true;
  }

  /** Gives that place back. */
  synchronized void leave(String network) {
    waiting--;
    strangers.computeIfPresent(network, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Takes a place for a connection of an account; false when there is none. */
  synchronized boolean enter(UUID account) {
    if (connected >= MOST || accounts.getOrDefault(account, 0) >= MOST_OF_ACCOUNT) {
      return false;
    }
    connected++;
    accounts.merge(account, 1, Integer::sum);
    return true;
  }

  /** Gives that place back. */
  synchronized void leave(UUID account) {
    connected--;
    accounts.computeIfPresent(account, (same, count) -> count == 1 ? null : count - 1);
  }
}
