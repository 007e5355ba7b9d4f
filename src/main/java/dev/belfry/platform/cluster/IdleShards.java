package dev.belfry.platform.cluster;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Deletes the shards of private locations that nothing needs any more. Their owners notice within a
 * minute. A location that is needed again gets new ones.
 */
public final class IdleShards implements MaintenanceTask {
  private static final String DROP = "SELECT drop_idle_shards()";

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return database.query(DROP, Tuple.tuple()).mapEmpty();
  }
}
