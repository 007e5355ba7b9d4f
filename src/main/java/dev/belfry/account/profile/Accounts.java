package dev.belfry.account.profile;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.Map;
import java.util.UUID;

/** Reads accounts. A caller sees the account of the key and no other. */
final class Accounts {
  private final AccountStore store;

  Accounts(AccountStore store) {
    this.store = store;
  }

  /** The account of a key; fails with a 401 when it is gone, because then so is the key. */
  Future<AccountRow> own(UUID account) {
    return store
        .read(account)
        .map(found -> found.orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED)));
  }

  /** The quotas of an account that the database counts, by name. */
  Future<Map<String, AccountStore.Usage>> quotas(UUID account) {
    return store.quotas(account);
  }

  /** The name of a key or a person; fails with a 401 when it is gone. */
  Future<String> callerName(UUID id, UUID account) {
    return store
        .callerName(id, account)
        .map(found -> found.orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED)));
  }

  /**
   * The account with an id, as the owner of {@code account} may see it: a 404 unless they agree.
   */
  Future<AccountRow> read(UUID account, UUID id) {
    return account.equals(id) ? own(account) : Future.failedFuture(ApiException.notFound());
  }
}
