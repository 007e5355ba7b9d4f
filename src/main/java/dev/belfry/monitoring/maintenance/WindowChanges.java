package dev.belfry.monitoring.maintenance;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Changes of any windows with what follows from them, within the caller's transaction: when they
 * hold, and that the schedules of the account are looked at.
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
        .compose(
            rows ->
                takeEffect(connection, account, rows, pausing(windows.values()), now).map(rows));
  }

  /**
   * Replaces those of the windows that the account has; fails as a creation does.
   *
   * @param before what they are now
   */
  Future<List<WindowRow>> replace(
      SqlConnection connection,
      UUID account,
      Map<Long, MaintenanceWindow> windows,
      List<MaintenanceWindow> before,
      OffsetDateTime now) {
    boolean pauses = pausing(before) || pausing(windows.values());
    return store
        .requireServices(connection, account, windows.values())
        .compose(all -> store.replace(connection, account, windows, now))
        .compose(rows -> takeEffect(connection, account, rows, pauses, now).map(rows));
  }

  /** Deletes those of the windows that the account has; answers how many these are. */
  Future<Integer> delete(SqlConnection connection, UUID account, Long[] ids) {
    return store
        .delete(connection, account, ids)
        .compose(
            rows ->
                mark(connection, account, pausing(rows.stream().map(WindowRow::window).toList()))
                    .map(rows.size()));
  }

  private static boolean pausing(Collection<MaintenanceWindow> windows) {
    return windows.stream().anyMatch(window -> window.scope().pauseAllChecks());
  }

  private static Future<Void> takeEffect(
      SqlConnection connection,
      UUID account,
      List<WindowRow> rows,
      boolean pauses,
      OffsetDateTime now) {
    return IntervalStore.replace(connection, rows, now.toInstant().toEpochMilli())
        .compose(written -> mark(connection, account, pauses));
  }

  private static Future<Void> mark(SqlConnection connection, UUID account, boolean pauses) {
    return pauses ? IntervalStore.mark(connection, account) : Future.succeededFuture();
  }
}
