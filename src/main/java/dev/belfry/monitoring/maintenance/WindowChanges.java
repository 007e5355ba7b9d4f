package dev.belfry.monitoring.maintenance;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Changes of any windows with the times at which they hold, within the caller's transaction. A
 * trigger has the schedules of the account looked at.
 */
final class WindowChanges {
  private final MaintenanceStore store;

  WindowChanges(MaintenanceStore store) {
    this.store = store;
  }

  /**
   * Creates windows with the ids they bring; fails with a 404 when the account lacks a service that
   * one of them names.
   */
  Future<List<WindowRow>> create(
      SqlConnection connection,
      UUID account,
      Map<Long, MaintenanceWindow> windows,
      OffsetDateTime now) {
    return store
        .requireServices(connection, account, windows.values())
        .compose(all -> store.insert(connection, account, windows, now))
        .compose(rows -> withTimes(connection, rows, now));
  }

  /** Replaces those of the windows that the account has; fails as a creation does. */
  Future<List<WindowRow>> replace(
      SqlConnection connection,
      UUID account,
      Map<Long, MaintenanceWindow> windows,
      OffsetDateTime now) {
    return store
        .requireServices(connection, account, windows.values())
        .compose(all -> store.replace(connection, account, windows, now))
        .compose(rows -> withTimes(connection, rows, now));
  }

  private static Future<List<WindowRow>> withTimes(
      SqlConnection connection, List<WindowRow> rows, OffsetDateTime now) {
    return IntervalStore.replace(connection, rows, now.toInstant().toEpochMilli()).map(rows);
  }
}
