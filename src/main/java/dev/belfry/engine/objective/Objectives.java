package dev.belfry.engine.objective;

import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** Creates, reads, changes and deletes objectives. */
final class Objectives {
  private final Database database;
  private final ObjectiveStore store;
  private final InstantSource clock;

  Objectives(Database database, InstantSource clock) {
    this.database = database;
    this.store = new ObjectiveStore(database);
    this.clock = clock;
  }

  /** The objectives of an account, oldest first. */
  Future<CountedPage<ObjectiveRow>> list(UUID account, long limit, long offset) {
    return database.read(
        connection ->
            CountedPage.read(
                store.count(connection, account),
                offset,
                () -> store.list(connection, account, limit, offset)));
  }

  /** Reads an objective; fails with a 404 when the account has no such objective. */
  Future<ObjectiveRow> read(UUID account, long id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /**
   * Creates an objective. Fails with a 404 without its monitor or group, with a 400 that names
   * channels which do not exist.
   */
  Future<ObjectiveRow> create(UUID account, Objective objective) {
    return database.transaction(
        connection ->
            requireChannels(connection, account, objective)
                .compose(known -> store.hasSubject(connection, account, objective))
                .compose(
                    exists ->
                        exists
                            ? store.insert(connection, account, objective, now())
                            : Future.failedFuture(ApiException.notFound())));
  }

  /** Changes what the body names; fails with a 404 without the objective. */
  Future<ObjectiveRow> update(UUID account, long id, ObjectiveDraft draft) {
    return database.transaction(
        connection ->
            store
                .lock(connection, account, id)
                .map(found -> draft.over(found.orElseThrow(ApiException::notFound).objective()))
                .compose(
                    changed ->
                        (draft.channels().isPresent()
                                ? requireChannels(connection, account, changed)
                                : Future.<Void>succeededFuture())
                            .compose(
                                known -> store.replace(connection, account, id, changed, now()))));
  }

  private Future<Void> requireChannels(
      SqlConnection connection, UUID account, Objective objective) {
    return store
        .missingChannels(connection, account, objective.channels())
        .map(
            missing -> {
              if (!missing.isEmpty()) {
                throw ApiException.invalid(
                    missing.stream()
                        .map(
                            position ->
                                new Violation(
                                    "/alertChannelSubscriptions/" + position + "/alertChannelId",
                                    "must be the id of an alert channel of this account"))
                        .toList());
              }
              return null;
            });
  }

  /** Deletes an objective; fails with a 404 without it. */
  Future<Void> delete(UUID account, long id) {
    return database
        .transaction(connection -> store.delete(connection, account, id))
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
