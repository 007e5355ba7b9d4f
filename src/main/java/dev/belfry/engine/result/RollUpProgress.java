package dev.belfry.engine.result;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/** How far results are rolled up. */
public final class RollUpProgress {
  private static final String HOUR = "SELECT hour FROM settled_progress";

  private RollUpProgress() {}

  /**
   * The first hour that readers take from results, milliseconds since 1970. It only grows, so that
   * a statement which starts later needs no earlier results. Fails when the database is away.
   */
  public static Future<Long> hour(Database database) {
    return database.query(HOUR, Tuple.tuple()).map(Rows::number);
  }
}
