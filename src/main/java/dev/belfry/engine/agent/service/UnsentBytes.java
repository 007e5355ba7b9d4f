package dev.belfry.engine.agent.service;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Bytes that wait for the agents of one account at one event loop, which confines it. */
final class UnsentBytes {
  /** Several times the monitors that an account may have at one location. */
  static final long MOST = 128L * 1024 * 1024;

  private final Map<UUID, Long> accounts;
  private final UUID account;

  /**
   * @param accounts the bytes of all accounts that have some
   */
  UnsentBytes(Map<UUID, Long> accounts, UUID account) {
    this.accounts = accounts;
    this.account = account;
  }

  /** The bytes of all accounts of an event loop, none at first. */
  static Map<UUID, Long> none() {
    return new HashMap<>();
  }

  /** Counts bytes that wait; false when those of the account are too many. */
  boolean add(long bytes) {
    return accounts.merge(account, bytes, Long::sum) <= MOST;
  }

  /** Counts bytes that wait no longer. */
  void remove(long bytes) {
    accounts.computeIfPresent(account, (same, had) -> had > bytes ? had - bytes : null);
  }
}
