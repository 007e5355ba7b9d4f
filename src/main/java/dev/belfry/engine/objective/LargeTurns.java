package dev.belfry.engine.objective;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Says which large objective is computed next, so that an account with many of them does not delay
 * those of others: the accounts take turns, and of each the one that was not computed for longest.
 * Confined to one event loop.
 */
final class LargeTurns {
  /** An account that was not served among so many others is served like a new one. */
  private static final int MOST_ACCOUNTS = 1_000;

  private final Map<UUID, Long> served =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Long> eldest) {
          return size() > MOST_ACCOUNTS;
        }
      };

  private long turn;

  /**
   * A large objective that is due.
   *
   * @param computed when it was computed last, 0 for never
   */
  record Candidate(long id, UUID account, long computed) {}

  /** Chooses one of some and remembers its account. */
  Candidate next(List<Candidate> due) {
    Candidate next =
        due.stream()
            .min(
                Comparator.comparingLong((Candidate one) -> served.getOrDefault(one.account(), 0L))
                    .thenComparingLong(Candidate::computed)
                    .thenComparingLong(Candidate::id))
            .orElseThrow();
    served.remove(next.account());
    served.put(next.account(), ++turn);
    return next;
  }
}
