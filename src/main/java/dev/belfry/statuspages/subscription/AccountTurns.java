package dev.belfry.statuspages.subscription;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;

/** Remembers in which order accounts had their turns. */
final class AccountTurns {
  /** More accounts than announce at the same time; beyond it the oldest turns are forgotten. */
  private static final int MOST = 1_000;

  private final Set<UUID> accounts = new LinkedHashSet<>();

  /** Notes that an account has its turn now. */
  void onTurn(UUID account) {
    accounts.remove(account);
    accounts.add(account);
    if (accounts.size() > MOST) {
      accounts.remove(accounts.iterator().next());
    }
  }

  /** The accounts, the one whose last turn is the oldest first. */
  UUID[] oldestFirst() {
    return accounts.toArray(UUID[]::new);
  }

  /** Forgets all turns. */
  void clear() {
    accounts.clear();
  }
}
