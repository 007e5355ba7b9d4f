package dev.belfry.statuspages.incident;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
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
import java.util.function.Function;

/** Creates, reads, changes and deletes incident updates. */
final class IncidentUpdates {
  private static final int MOST_LISTED = 100;

  private final Database database;
  private final IncidentStore incidents;
  private final IncidentUpdateStore store;
  private final Ids ids;
  private final InstantSource clock;

  IncidentUpdates(
      Database database,
      IncidentStore incidents,
      IncidentUpdateStore store,
      Ids ids,
      InstantSource clock) {
    this.database = database;
    this.incidents = incidents;
    this.store = store;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Posts an update and notifies subscribers if it asks for it; fails with 404 without incident.
   */
  Future<IncidentUpdateRow> create(UUID account, UUID incident, IncidentUpdateDraft draft) {
    OffsetDateTime now = now();
    IncidentUpdateRow posted = IncidentUpdateCodec.row(ids.next(), draft, now);
    return BulkStatement.orElse(
        store.post(account, incident, posted),
        () -> createWithLock(account, incident, posted, now));
  }

  private Future<IncidentUpdateRow> createWithLock(
      UUID account, UUID incident, IncidentUpdateRow posted, OffsetDateTime now) {
    return changing(
        account,
        incident,
        now,
        connection ->
            store
                .insert(connection, account, incident, List.of(posted))
                .compose(done -> store.announce(connection, account, List.of(posted)))
                .compose(done -> store.read(connection, account, incident, posted.id()))
                .map(IncidentUpdates::present));
  }

  /** Reads an update; fails with 404 when there is none. */
  Future<IncidentUpdateRow> read(UUID account, UUID incident, UUID id) {
    return store.read(account, incident, id).map(IncidentUpdates::present);
  }

  /** The newest updates of an incident, 100 at most (wire contract 2.3); 404 without incident. */
  Future<List<IncidentUpdateRow>> list(UUID account, UUID incident) {
    return store.list(account, incident, MOST_LISTED).map(IncidentUpdates::requireAny);
  }

  /** Corrects an update without notifying subscribers again; fails with 404 when there is none. */
  Future<IncidentUpdateRow> edit(UUID account, UUID incident, UUID id, IncidentUpdateDraft edit) {
    return BulkStatement.orElse(
        store.correct(account, incident, id, edit, now()),
        () -> editWithLock(account, incident, id, edit));
  }

  private Future<IncidentUpdateRow> editWithLock(
      UUID account, UUID incident, UUID id, IncidentUpdateDraft edit) {
    return changing(
        account,
        incident,
        now(),
        connection ->
            store.edit(connection, account, incident, id, edit).map(IncidentUpdates::present));
  }

  /** Deletes an update; fails with 409 when it is the only one of its incident. */
  Future<Void> delete(UUID account, UUID incident, UUID id) {
    OffsetDateTime now = now();
    return store
        .remove(account, incident, id, now)
        .compose(
            done -> done ? Future.succeededFuture() : deleteWithLock(account, incident, id, now));
  }

  private Future<Void> deleteWithLock(UUID account, UUID incident, UUID id, OffsetDateTime now) {
    return changing(
        account,
        incident,
        now,
        connection ->
            store
                .delete(connection, account, incident, id)
                .compose(found -> require(found, ApiException.notFound()))
                .compose(deleted -> store.any(connection, account, incident))
                .compose(any -> require(any, onlyUpdate())));
  }

  /** Locks an incident, marks it as changed and runs a change of its updates. */
  private <T> Future<T> changing(
      UUID account, UUID incident, OffsetDateTime now, Function<SqlConnection, Future<T>> work) {
    return database.transactionInTurn(
        incident,
        connection ->
            incidents
                .change(connection, account, incident, IncidentChange.NONE, now)
                .compose(found -> require(found, ApiException.notFound()))
                .compose(locked -> work.apply(connection)));
  }

  private static Future<Void> require(boolean condition, ApiException otherwise) {
    return condition ? Future.succeededFuture() : Future.failedFuture(otherwise);
  }

  /** Every incident has an update, so an empty list means that there is no such incident. */
  private static List<IncidentUpdateRow> requireAny(List<IncidentUpdateRow> found) {
    if (found.isEmpty()) {
      throw ApiException.notFound();
    }
    return found;
  }

  private static IncidentUpdateRow present(Optional<IncidentUpdateRow> found) {
    return found.orElseThrow(ApiException::notFound);
  }

  private static ApiException onlyUpdate() {
    return new ApiException(
        ApiError.CONFLICT, "This is the only update of its incident. Delete the incident instead.");
  }

  private OffsetDateTime now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
