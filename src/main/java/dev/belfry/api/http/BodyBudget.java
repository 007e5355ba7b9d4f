package dev.belfry.api.http;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of request bodies that a process holds, for each account and for all together. A
 * body that is alone may be as large as its operation permits. Safe for use by every thread.
 */
public final class BodyBudget {
  private final long mostOfAll;
  private final long mostOfAccount;
  private final AtomicLong all = new AtomicLong();
  private final Map<UUID, Long> accounts = new ConcurrentHashMap<>();

  /**
   * @param mostOfAll bytes, 0 = unlimited
   * @param mostOfAccount bytes, 0 = unlimited
   */
  public BodyBudget(long mostOfAll, long mostOfAccount) {
    this.mostOfAll = mostOfAll;
    this.mostOfAccount = mostOfAccount;
  }

  /** A budget for an instance: at most a quarter of its memory. */
  public static BodyBudget ofMemory(long mostOfAccount) {
    return new BodyBudget(Runtime.getRuntime().maxMemory() / 4, mostOfAccount);
  }

  /** The share of one request. Confined to its event loop. */
  final class Share implements AutoCloseable {
    private final UUID account;
    private long bytes;
    private boolean closed;

    private Share(UUID account) {
      this.account = account;
    }

    /**
     * Takes more bytes.
     *
     * @throws ApiException 429 beyond the bound of the account, 503 beyond that of all
     */
    void add(long more) {
      if (closed || more == 0) {
        return;
      }
      if (isBeyond(mostOfAll, all.addAndGet(more), bytes + more)) {
        all.addAndGet(-more);
        throw new ApiException(ApiError.UNAVAILABLE);
      }
      if (isBeyond(mostOfAccount, accounts.merge(account, more, Long::sum), bytes + more)) {
        giveBack(more);
        throw new ApiException(
            ApiError.TOO_MANY_REQUESTS,
            "The account has " + mostOfAccount + " bytes of request bodies under way already");
      }
      bytes += more;
    }

    /** Gives everything back. */
    @Override
    public void close() {
      if (!closed) {
        closed = true;
        giveBack(bytes);
      }
    }

    private void giveBack(long some) {
      if (some > 0) {
        all.addAndGet(-some);
        accounts.computeIfPresent(account, (same, now) -> now == some ? null : now - some);
      }
    }
  }

  Share open(UUID account) {
    return new Share(account);
  }

  /** Bytes under way. */
  long bytes() {
    return all.get();
  }

  private static boolean isBeyond(long most, long now, long own) {
    return most > 0 && now > most && now != own;
  }
}
