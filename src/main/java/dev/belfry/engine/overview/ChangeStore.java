package dev.belfry.engine.overview;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/** The SQL of what has changed. */
final class ChangeStore {
  private static final String ANY = "SELECT count(*) FROM (SELECT FROM changes LIMIT 1) AS one";

  /**
   * Locks before {@link #APPLY} takes its snapshot, so that no older state replaces a newer one.
   */
  private static final String ALONE =
      "SELECT pg_try_advisory_xact_lock(hashtext('belfry.changes'))::int";

  private static final String APPLY = SqlResource.read(ChangeStore.class, "apply-changes.sql");

  private final Database database;

  ChangeStore(Database database) {
    this.database = database;
  }

  /**
   * Takes changes unless another instance is at it.
   *
   * @param most how many at most
   * @return how many were taken
   */
  Future<Long> settle(int most) {
    return database
        .query(ANY, Tuple.tuple())
        .map(Rows::number)
        .compose(any -> any == 0 ? Future.succeededFuture(0L) : settleSome(most));
  }

  private Future<Long> settleSome(int most) {
    return database.transaction(
        connection ->
            connection
                .query(ALONE)
                .execute()
                .map(Rows::number)
                .compose(
                    alone ->
                        alone == 0
                            ? Future.succeededFuture(0L)
                            : connection
                                .preparedQuery(APPLY)
                                .execute(Tuple.of(most))
                                .map(Rows::number)));
  }
}
