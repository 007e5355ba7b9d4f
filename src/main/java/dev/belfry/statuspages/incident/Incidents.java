package dev.belfry.statuspages.incident;

import dev.belfry.api.http.CursorPage;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates, reads, changes and deletes incidents. */
final class Incidents {
  private final Database database;
  private final IncidentStore store;
  private final IncidentUpdateStore updates;
  private final Ids ids;
  private final InstantSource clock;

  Incidents(
      Database database,
      IncidentStore store,
      IncidentUpdateStore updates,
      Ids ids,
      InstantSource clock) {
    this.database = database;
    this.store = store;
    this.updates = updates;
    this.ids = ids;
    this.clock = clock;
  }

  /** Opens an incident; fails with 404 when the account lacks one of the services. */
  Future<IncidentRow> create(UUID account, IncidentDraft draft) {
    UUID id = ids.next();
    OffsetDateTime now = now();
    List<IncidentUpdateRow> first =
        draft.updates().stream()
            .map(update -> IncidentUpdateCodec.row(ids.next(), update, now))
            .toList();
    IncidentChange incident = draft.incident();
    return BulkStatement.orElse(
        store.create(account, id, incident, first, now),
        () -> createWithLock(account, id, incident, first, now));
  }

  private Future<IncidentRow> createWithLock(
      UUID account,
      UUID id,
      IncidentChange incident,
      List<IncidentUpdateRow> first,
      OffsetDateTime now) {
    return database.transaction(
        connection -> create(connection, account, id, incident, first, now));
  }

  private Future<IncidentRow> create(
      SqlConnection connection,
      UUID account,
      UUID id,
      IncidentChange incident,
      List<IncidentUpdateRow> first,
      OffsetDateTime now) {
    return store
        .insert(connection, account, id, incident, now)
        .compose(made -> updates.insert(connection, account, id, first))
        .compose(posted -> updates.announce(connection, account, first))
        .compose(announced -> store.read(connection, account, id))
        .map(Incidents::present);
  }

  /** Reads an incident; fails with 404 when there is none. */
  Future<IncidentRow> read(UUID account, UUID id) {
    return store.read(account, id).map(Incidents::present);
  }

  /** One page of the account's incidents, newest first, from an id or from the newest. */
  Future<CursorPage<IncidentRow>> list(UUID account, @Nullable UUID from, long limit) {
    return store
        .list(account, from, CursorPage.rows(limit))
        .map(rows -> CursorPage.of(rows, limit, IncidentRow::id));
  }

  /** Changes an incident; fails with 404 without it or without one of the services. */
  Future<IncidentRow> change(UUID account, UUID id, IncidentChange change) {
    return BulkStatement.orElse(
        store.update(account, id, change, now()), () -> changeWithLock(account, id, change));
  }

  private Future<IncidentRow> changeWithLock(UUID account, UUID id, IncidentChange change) {
    return database.transactionInTurn(
        id,
        connection ->
            store
                .change(connection, account, id, change, now())
                .compose(Incidents::require)
                .compose(changed -> store.read(connection, account, id))
                .map(Incidents::present));
  }

  /** Deletes an incident with all its updates; fails with 404 when there is none. */
  Future<Void> delete(UUID account, UUID id) {
    return store.delete(account, id).compose(Incidents::require);
  }

  private static Future<Void> require(boolean found) {
    return found ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound());
  }

  private static IncidentRow present(Optional<IncidentRow> found) {
    return found.orElseThrow(ApiException::notFound);
  }

  private OffsetDateTime now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
