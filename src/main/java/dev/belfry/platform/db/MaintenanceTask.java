package dev.belfry.platform.db;

import io.vertx.core.Future;

/** A recurring, idempotent task that one instance runs at a time. */
public interface MaintenanceTask {

  /**
   * Does what is due.
   *
   * @param nowMillis milliseconds since 1970 UTC
   */
  Future<Void> round(Database database, long nowMillis);
}
