package dev.belfry.platform.db;

import io.vertx.core.Future;

/** Something to be done now and again, by one instance at a time; doing it again does no harm. */
public interface MaintenanceTask {

  /**
   * Does what is due.
   *
   * @param nowMillis milliseconds since 1970 UTC
   */
  Future<Void> round(Database database, long nowMillis);
}
