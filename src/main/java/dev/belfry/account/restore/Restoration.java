package dev.belfry.account.restore;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Obstacle;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Restores a resource with its parts, in one transaction. */
final class Restoration {
  /** How many parts are restored at once, so that no statement takes long. */
  private static final int PIECE = 2_000;

  /** SQLSTATE of a row that names another which was deleted at the same moment. */
  private static final String FOREIGN_KEY = "23503";

  private final Database database;
  private final InstantSource clock;

  Restoration(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Restores what an account deleted.
   *
   * @param leaveOutMissing whether to do so without what its settings name and is gone
   * @return fails with a 404 when there is no such deletion any more, and with a 409 that names
   *     every obstacle; nothing is changed then
   */
  Future<RestoredResource> execute(UUID account, UUID id, boolean leaveOutMissing) {
    return database
        .longTransaction(connection -> restore(connection, account, id, leaveOutMissing))
        .recover(Restoration::refused);
  }

  private Future<RestoredResource> restore(
      SqlConnection connection, UUID account, UUID id, boolean leaveOutMissing) {
    RestoreStore store = new RestoreStore(connection, account);
    return store
        .takeTurn()
        .compose(alone -> store.lock(id, clock.millis()))
        .map(found -> found.orElseThrow(ApiException::notFound))
        .compose(
            resource ->
                store
                    .obstacles(id)
                    .compose(
                        obstacles ->
                            restore(store, id, resource, admitted(obstacles, leaveOutMissing))));
  }

  /** What is left out of the settings; throws a 409 when something else is in the way. */
  private static List<LeftOut> admitted(List<Obstacle> obstacles, boolean leaveOutMissing) {
    if (obstacles.stream().anyMatch(one -> !leaveOutMissing || !Obstacles.isMissing(one))) {
      throw ApiException.obstructed(Obstacles.message(obstacles), obstacles);
    }
    return obstacles.stream()
        .map(
            one ->
                new LeftOut(one.type(), "MISSING", 1, new ResourceName(one.type(), one.id(), null)))
        .toList();
  }

  private static Future<RestoredResource> restore(
      RestoreStore store, UUID id, ResourceName resource, List<LeftOut> missing) {
    DeletedType type = DeletedType.of(resource.type());
    Map<PartType, Long> parts = new EnumMap<>(PartType.class);
    Map<PartType, Long> refused = new EnumMap<>(PartType.class);
    return (missing.isEmpty() && type != DeletedType.INCIDENT
            ? Future.<Void>succeededFuture()
            : store.leaveOut(id))
        .compose(left -> store.insert(id, type))
        .map(
            inserted -> {
              if (!inserted) {
                throw changed();
              }
              return inserted;
            })
        .compose(inserted -> restoreParts(store, resource, parts, refused))
        .compose(done -> store.forget(id))
        .compose(forgotten -> store.waiting(resource))
        .map(
            waiting -> {
              List<LeftOut> left = new ArrayList<>(missing);
              refused.forEach(
                  (part, n) -> left.add(new LeftOut(part.wire(), part.refusal(), n, null)));
              left.addAll(waiting);
              return new RestoredResource(resource, parts, left);
            });
  }

  private static Future<Void> restoreParts(
      RestoreStore store,
      ResourceName owner,
      Map<PartType, Long> parts,
      Map<PartType, Long> refused) {
    return store
        .restoreParts(owner, PIECE)
        .compose(
            piece -> {
              long kept = 0;
              for (RestoreStore.Restored one : piece) {
                kept += one.kept();
                add(parts, one.type(), one.restored());
                add(refused, one.type(), one.kept() - one.restored());
              }
              return kept < PIECE
                  ? Future.succeededFuture()
                  : restoreParts(store, owner, parts, refused);
            });
  }

  private static void add(Map<PartType, Long> counts, PartType type, long more) {
    if (more > 0) {
      counts.merge(type, more, Long::sum);
    }
  }

  private static <T> Future<T> refused(Throwable failure) {
    return Future.failedFuture(
        failure instanceof PgException told && FOREIGN_KEY.equals(told.getSqlState())
            ? changed()
            : failure);
  }

  private static ApiException changed() {
    return new ApiException(
        ApiError.CONFLICT,
        "Another request changed what it belongs to at the same time; try again");
  }
}
