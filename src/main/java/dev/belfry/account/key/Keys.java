package dev.belfry.account.key;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.SignedInPerson;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Lists, makes and revokes API keys. */
final class Keys {
  private final KeyStore store;
  private final KeyTokens tokens;
  private final Ids ids;
  private final InstantSource clock;

  Keys(KeyStore store, KeyTokens tokens, Ids ids, InstantSource clock) {
    this.store = store;
    this.tokens = tokens;
    this.ids = ids;
    this.clock = clock;
  }

  /** A new key and its token, which is shown once. */
  record Made(KeyRow row, String token) {}

  /** The keys of an account, newest first. */
  Future<CountedPage<KeyRow>> list(UUID account, long limit, long offset) {
    return CountedPage.read(store.count(account), offset, () -> store.list(account, limit, offset));
  }

  Future<KeyRow> read(UUID account, UUID id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /**
   * Makes a key that may do no more than the one it is made with. Fails with a 400 when it would,
   * with a 403 when that one does not administer keys, and with a 401 when it has been revoked.
   */
  Future<Made> create(Caller maker, KeyDraft draft) {
    if (!maker.scope().administers()) {
      return Future.failedFuture(new ApiException(ApiError.FORBIDDEN));
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Caller key = draft.madeWith(maker, ids.next(), now);
    SignedInPerson person = maker.person();
    KeyRow row =
        new KeyRow(
            key.keyId(),
            draft.name(),
            key.scope(),
            person == null ? maker.keyId() : null,
            person == null ? null : person.id(),
            key.ownRateLimit(),
            now.atOffset(ZoneOffset.UTC),
            at(key.expiry()),
            null);
    return (person == null
            ? store.insert(maker.accountId(), row)
            : store.insertByPerson(maker.accountId(), row, maker.keyId()))
        .map(
            done -> {
              if (!done) {
                throw new ApiException(ApiError.UNAUTHORIZED);
              }
              return new Made(row, tokens.issue(key, now));
            });
  }

  /**
   * Revokes a key, for good; the caller's own too. Fails with a 404 when nothing is left to revoke,
   * and with a 403 for the key of another when the caller does not administer keys.
   *
   * @param tree whether the keys that were made with it go too
   */
  Future<Void> revoke(Caller caller, UUID id, boolean tree) {
    if (!caller.scope().administers() && !id.equals(caller.keyId())) {
      return Future.failedFuture(new ApiException(ApiError.FORBIDDEN));
    }
    UUID account = caller.accountId();
    return (tree
            ? store.revokeTree(account, id).map(revoked -> revoked > 0)
            : store.revoke(account, id))
        .map(
            found -> {
              if (!found) {
                throw ApiException.notFound();
              }
              return null;
            });
  }

  private static @Nullable OffsetDateTime at(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }
}
