package dev.belfry.statuspages.page;

import dev.belfry.api.http.CursorPage;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates, reads, renames and deletes status page services. */
final class Services {
  private final Database database;
  private final ServiceStore store;
  private final Ids ids;
  private final InstantSource clock;

  Services(Database database, Ids ids, InstantSource clock) {
    this.database = database;
    this.store = new ServiceStore(database);
    this.ids = ids;
    this.clock = clock;
  }

  /** Creates a service. */
  Future<ServiceRow> create(UUID account, String name) {
    UUID id = ids.next();
    OffsetDateTime now = now();
    return BulkStatement.orElse(
        store.create(account, id, name, now),
        () ->
            database
                .transaction(connection -> store.insert(connection, account, Map.of(id, name), now))
                .map(inserted -> new ServiceRow(id, account, name, now, null)));
  }

  /** Reads a service; fails with 404 when there is none. */
  Future<ServiceRow> read(UUID account, UUID id) {
    return store.read(account, id).map(Services::present);
  }

  /** One page of the account's services, oldest first, from an id or from the beginning. */
  Future<CursorPage<ServiceRow>> list(UUID account, @Nullable UUID from, long limit) {
    return store
        .list(account, from, CursorPage.rows(limit))
        .map(rows -> CursorPage.of(rows, limit, ServiceRow::id));
  }

  /** Renames a service; fails with 404 when there is none. */
  Future<ServiceRow> rename(UUID account, UUID id, String name) {
    return BulkStatement.orElse(
        store.update(account, id, name, now()), () -> renameWithLock(account, id, name));
  }

  private Future<ServiceRow> renameWithLock(UUID account, UUID id, String name) {
    return database
        .transactionInTurn(
            id, connection -> store.rename(connection, account, Map.of(id, name), now()))
        .map(renamed -> present(renamed.stream().findFirst()));
  }

  /** Deletes a service and every reference to it; fails with 404 when there is none. */
  Future<Void> delete(UUID account, UUID id) {
    return store
        .remove(account, id, now())
        .compose(done -> done ? Future.succeededFuture() : deleteAlone(account, id));
  }

  private Future<Void> deleteAlone(UUID account, UUID id) {
    return database
        .transaction(connection -> store.delete(connection, account, new UUID[] {id}, now()))
        .compose(
            found ->
                found > 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(ApiException.notFound()));
  }

  private static ServiceRow present(Optional<ServiceRow> found) {
    return found.orElseThrow(ApiException::notFound);
  }

  private OffsetDateTime now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
