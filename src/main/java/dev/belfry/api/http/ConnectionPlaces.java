package dev.belfry.api.http;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Counts the lasting connections of a process, so that neither an account nor a stranger takes the
 * places of others. All event loops share it.
 */
public final class ConnectionPlaces {
  private final Limits limits;
  private final Map<UUID, Integer> accounts = new HashMap<>();
  private final Map<String, Integer> strangers = new HashMap<>();
  private int connected;
  private int waiting;

  /**
   * How many connections there may be.
   *
   * @param all of accounts
   * @param ofAccount of one account
   * @param strangers whose key is not known yet
   * @param ofNetwork of one network whose key is not known yet
   */
  public record Limits(int all, int ofAccount, int strangers, int ofNetwork) {}

  /** Creates places of which none is taken. */
  public ConnectionPlaces(Limits limits) {
    this.limits = limits;
  }

  /** Takes a place for a connection whose key is not known yet; false when there is none. */
  public synchronized boolean enter(String network) {
    if (waiting >= limits.strangers() || strangers.getOrDefault(network, 0) >= limits.ofNetwork()) {
      return false;
    }
    waiting++;
    strangers.merge(network, 1, Integer::sum);
    return true;
  }

  /** Gives that place back. */
  public synchronized void leave(String network) {
    waiting--;
    strangers.computeIfPresent(network, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Takes a place for a connection of an account; false when there is none. */
  public synchronized boolean enter(UUID account) {
    if (connected >= limits.all() || accounts.getOrDefault(account, 0) >= limits.ofAccount()) {
      return false;
    }
    connected++;
    accounts.merge(account, 1, Integer::sum);
    return true;
  }

  /** Gives that place back. */
  public synchronized void leave(UUID account) {
    connected--;
    accounts.computeIfPresent(account, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Connections of accounts that are open. */
  public synchronized int connected() {
    return connected;
  }
}
