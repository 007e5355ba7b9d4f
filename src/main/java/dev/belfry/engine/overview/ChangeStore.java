package dev.belfry.engine.overview;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/** Processes the rows of {@code changes} in Postgres. */
final class ChangeStore {
  private static final String ANY = "SELECT count(*) FROM (SELECT FROM changes LIMIT 1) AS one";

  /** Taken before the statement's snapshot, so that no older state overwrites a newer one. */
  private static final String ALONE =
      "SELECT pg_try_advisory_xact_lock(hashtext('belfry.changes'))::int";

  private static final String APPLY = SqlResource.read(ChangeStore.class, "apply-changes.sql");

  private final Database database;

  ChangeStore(Database database) {
    this.database = database;
  }

  /**
   * Processes changes, unless another instance is doing so. Fails when the database is away.
   *
   * @param most how many at most
   * @return how many were processed
   */
  Future<Long> process(int most) {
    return database
        .query(ANY, Tuple.tuple())
        .map(Rows::number)
        .compose(any -> any == 0 ? Future.succeededFuture(0L) : processSome(most));
  }

  private Future<Long> processSome(int most) {
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
