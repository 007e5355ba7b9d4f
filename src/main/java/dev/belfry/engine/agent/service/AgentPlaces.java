package dev.belfry.engine.agent.service;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Counts the streams of a process, so that neither an account nor a stranger takes the places of
 * others. All event loops share it.
 */
public final class AgentPlaces {
  /** Streams of one account. */
  static final int MOST_OF_ACCOUNT = 64;

  /** Requests of one network whose keys are being looked up. */
  static final int MOST_OF_STRANGER = 10;

  private static final int MOST = 1_000;
  private static final int MOST_STRANGERS = 100;

  private final Map<UUID, Integer> accounts = new HashMap<>();
  private final Map<String, Integer> strangers = new HashMap<>();
  private int connected;
  private int waiting;

  /** Takes a place for a request whose key is not known yet; false when there is none. */
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

  /** Takes a place for a stream of an account; false when there is none. */
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

  /** Streams that are open at this process. */
  public synchronized int connected() {
    return connected;
  }
}
