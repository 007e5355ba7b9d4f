package dev.belfry.monitoring.location;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Creates, reads, changes and deletes private locations and their keys. */
final class PrivateLocations {
  private final Database database;
  private final PrivateLocationStore store;
  private final BulkLocationStore bulk;
  private final Ids ids;
  private final SecureRandom random;
  private final ProxySecret proxies;
  private final InstantSource clock;

  PrivateLocations(
      Database database,
      PrivateLocationStore store,
      Ids ids,
      SecureRandom random,
      ProxySecret proxies,
      InstantSource clock) {
    this.database = database;
    this.store = store;
    this.bulk = new BulkLocationStore(database);
    this.ids = ids;
    this.random = random;
    this.proxies = proxies;
    this.clock = clock;
  }

  /** A new location and the key it comes with. */
  record Made(PrivateLocationRow location, OpaqueKey firstKey) {}

  /** Every private location of the account, oldest first. */
  Future<List<PrivateLocationRow>> list(UUID account) {
    return store.list(account).map(rows -> rows.stream().map(row -> shown(account, row)).toList());
  }

  Future<PrivateLocationRow> read(UUID account, UUID id) {
    return bulk.read(account, id).map(PrivateLocations::present).map(row -> shown(account, row));
  }

  private PrivateLocationRow shown(UUID account, PrivateLocationRow row) {
    return row.withProxyUrl(proxies.shown(account, row.id(), row.proxyUrl()));
  }

  /**
   * Creates a location with its first key; fails with a 409 when the account has one with this
   * slug.
   */
  Future<Made> create(UUID account, LocationDraft draft) {
    UUID id = ids.next();
    OpaqueKey key = newKey();
    LocationDraft sealed = sealed(account, id, draft);
    return BulkStatement.orElse(
            bulk.create(account, id, sealed, key, key.createdAt()),
            () -> createAlone(account, id, sealed, key))
        .compose(inserted -> read(account, id))
        .map(row -> new Made(row, key));
  }

  private Future<Boolean> createAlone(UUID account, UUID id, LocationDraft sealed, OpaqueKey key) {
    return database.transaction(
        connection ->
            store
                .insert(connection, account, Map.of(id, sealed), now())
                .compose(inserted -> store.insertKey(connection, account, id, key)));
  }

  private LocationDraft sealed(UUID account, UUID id, LocationDraft draft) {
    return draft.proxyUrl().isPresent()
        ? draft.withProxyUrl(proxies.sealed(account, id, draft.proxyUrl().value()))
        : draft;
  }

  /**
   * Changes what the body names. The slug may be repeated but not changed; a proxy's address with
   * the mask in it keeps the password.
   */
  Future<PrivateLocationRow> update(UUID account, UUID id, LocationDraft draft) {
    return complete(account, id, draft)
        .compose(
            complete ->
                BulkStatement.orElse(
                    bulk.update(account, id, complete, now()),
                    () -> updateAlone(account, id, complete)))
        .map(row -> shown(account, row));
  }

  private Future<PrivateLocationRow> updateAlone(UUID account, UUID id, LocationDraft draft) {
    return store
        .update(account, id, draft, now())
        .compose(row -> row.map(Future::succeededFuture).orElseGet(() -> refuse(account, id)));
  }

  /** A 404 without the location, else a 400 for the slug. */
  private Future<PrivateLocationRow> refuse(UUID account, UUID id) {
    return read(account, id)
        .map(
            row -> {
              throw ApiException.invalid(List.of(PrivateLocationRules.slugChange()));
            });
  }

  private Future<LocationDraft> complete(UUID account, UUID id, LocationDraft draft) {
    String sent = draft.proxyUrl().value();
    if (sent == null || !ProxySecret.isMasked(sent)) {
      return Future.succeededFuture(sealed(account, id, draft));
    }
    return bulk.read(account, id)
        .map(PrivateLocations::present)
        .map(
            row -> {
              String stored = proxies.unsealed(account, id, row.proxyUrl());
              String completed = ProxySecret.completed(sent, stored);
              return sealed(account, id, draft.withProxyUrl(completed));
            });
  }

  /** Deletes a location with its keys; fails with a 409 while a check or group names it. */
  Future<Void> delete(UUID account, UUID id) {
    return BulkStatement.orElse(bulk.delete(account, id), () -> deleteAlone(account, id))
        .map(
            deleted -> {
              requireFound(deleted);
              return null;
            });
  }

  private Future<Boolean> deleteAlone(UUID account, UUID id) {
    return database
        .transaction(connection -> store.delete(connection, account, new UUID[] {id}))
        .map(deleted -> deleted > 0);
  }

  /** Adds a key to a location. */
  Future<OpaqueKey> createKey(UUID account, UUID id) {
    OpaqueKey key = newKey();
    return BulkStatement.orElse(
            bulk.createKey(account, id, key),
            () -> database.transaction(connection -> store.insertKey(connection, account, id, key)))
        .map(
            inserted -> {
              requireFound(inserted);
              return key;
            });
  }

  /** Deletes a key for good. */
  Future<Void> deleteKey(UUID account, UUID id, UUID key) {
    return BulkStatement.orElse(
            bulk.deleteKey(account, id, key), () -> store.deleteKey(account, id, key))
        .map(
            deleted -> {
              requireFound(deleted);
              return null;
            });
  }

  private OpaqueKey newKey() {
    return OpaqueKey.make("pl_", ids.next(), random, now());
  }

  private static void requireFound(boolean found) {
    if (!found) {
      throw ApiException.notFound();
    }
  }

  private static <T> T present(Optional<T> found) {
    return found.orElseThrow(ApiException::notFound);
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
