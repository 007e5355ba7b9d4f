package dev.belfry.statuspage;

import dev.belfry.db.Database;
import dev.belfry.db.Ids;
import dev.belfry.error.ApiException;
import dev.belfry.http.CursorPage;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What can be done with status page services. */
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

  Future<ServiceRow> create(UUID account, String name) {
    return store.insert(account, ids.next(), name, now());
  }

  Future<ServiceRow> read(UUID account, UUID id) {
    return store.read(account, id).map(Services::present);
  }

  /** One page of the account's services, oldest first, from an id or from the beginning. */
  Future<CursorPage<ServiceRow>> list(UUID account, @Nullable UUID from, long limit) {
    return store
        .list(account, from, CursorPage.rows(limit))
        .map(rows -> CursorPage.of(rows, limit, ServiceRow::id));
  }

  Future<ServiceRow> rename(UUID account, UUID id, String name) {
    return store.rename(account, id, name, now()).map(Services::present);
  }

  /** Deletes a service; incidents and monitors that referred to it go on without. */
  Future<Void> delete(UUID account, UUID id) {
    return database.transaction(
        connection ->
            store
                .lock(connection, account, id)
                .compose(
                    found ->
                        found
                            ? store.releaseMonitors(connection, account, id, now())
                            : Future.failedFuture(ApiException.notFound()))
                .compose(released -> store.delete(connection, account, id)));
  }

  private static ServiceRow present(Optional<ServiceRow> found) {
    return found.orElseThrow(ApiException::notFound);
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
