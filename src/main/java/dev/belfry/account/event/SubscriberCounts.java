package dev.belfry.account.event;

import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The number of event streams of each key on this instance. Safe for use by every thread. */
public final class SubscriberCounts {
  /** As many as a person may have windows of a browser open. */
  static final int MOST_OF_A_KEY = 20;

  private final ConcurrentMap<UUID, Integer> byKey = new ConcurrentHashMap<>();

  /** Counts one more, unless the key has as many as it may. */
  boolean enter(UUID key) {
    boolean[] entered = {false};
    byKey.compute(
        key,
        (same, now) -> {
          int count = now == null ? 0 : now;
          entered[0] = count < MOST_OF_A_KEY;
          return entered[0] ? count + 1 : now;
        });
    return entered[0];
  }

  /** Counts one less. */
  void leave(UUID key) {
    byKey.computeIfPresent(key, (same, now) -> now == 1 ? null : now - 1);
  }
}
