package dev.belfry.account.event;

import dev.belfry.api.auth.Caller;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The number of event streams of each key and account on this instance. Safe for use by every
 * thread.
 */
public final class SubscriberCounts {
  /** As many as a person may have windows of a browser open. */
  static final int MOST_OF_A_KEY = 20;

  private final ConcurrentMap<UUID, Integer> byKey = new ConcurrentHashMap<>();
  private final ConcurrentMap<UUID, Integer> byAccount = new ConcurrentHashMap<>();
  private final long mostOfAnAccount;

  /**
   * @param mostOfAnAccount event streams of an account, 0 = unlimited
   */
  public SubscriberCounts(long mostOfAnAccount) {
    this.mostOfAnAccount = mostOfAnAccount == 0 ? Long.MAX_VALUE : mostOfAnAccount;
  }

  /**
   * Counts one more.
   *
   * @throws ApiException 429 when the key or its account has as many as it may
   */
  void enter(Caller caller) {
    if (!enter(byKey, caller.keyId(), MOST_OF_A_KEY)) {
      throw refusal("key", MOST_OF_A_KEY);
    }
    if (!enter(byAccount, caller.accountId(), mostOfAnAccount)) {
      leave(byKey, caller.keyId());
      throw refusal("account", mostOfAnAccount);
    }
  }

  /** Counts one less. */
  void leave(Caller caller) {
    leave(byKey, caller.keyId());
    leave(byAccount, caller.accountId());
  }

  private static ApiException refusal(String whose, long most) {
    return new ApiException(
        ApiError.TOO_MANY_REQUESTS,
        "This " + whose + " has " + most + " event streams open already");
  }

  private static boolean enter(ConcurrentMap<UUID, Integer> counts, UUID whose, long most) {
    boolean[] entered = {false};
    counts.compute(
        whose,
        (same, now) -> {
          int count = now == null ? 0 : now;
          entered[0] = count < most;
          return entered[0] ? Integer.valueOf(count + 1) : now;
        });
    return entered[0];
  }

  private static void leave(ConcurrentMap<UUID, Integer> counts, UUID whose) {
    counts.computeIfPresent(whose, (same, now) -> now == 1 ? null : now - 1);
  }
}
