package dev.belfry.monitoring.maintenance;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Creates, reads, changes and deletes maintenance windows. */
final class MaintenanceWindows {
  private final Database database;
  private final MaintenanceStore store;
  private final InstantSource clock;

  MaintenanceWindows(Database database, MaintenanceStore store, InstantSource clock) {
    this.database = database;
    this.store = store;
    this.clock = clock;
  }

  /** One page of windows and the number of all. */
  record Page(List<WindowRow> rows, long total) {}

  /** The windows of an account, oldest first. */
  Future<Page> list(UUID account, long limit, long offset) {
    return database.transaction(
        connection ->
            store
                .list(connection, account, limit, offset)
                .compose(
                    rows -> store.count(connection, account).map(total -> new Page(rows, total))));
  }

  Future<WindowRow> read(UUID account, long id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /**
   * Creates a window, which holds from the end of the transaction on; fails with a 404 when the
   * account lacks a service that it names.
   */
  Future<WindowRow> create(UUID account, WindowDraft draft) {
    MaintenanceWindow window = draft.window();
    return database.transaction(
        connection ->
            store
                .nextIds(connection, 1)
                .compose(ids -> create(connection, account, Map.of(ids.get(0), window), now()))
                .map(rows -> rows.get(0)));
  }

  /** Creates windows with the ids they bring. */
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

  /** Changes what the body names; fails with a 404 without the window, a 400 when it is wrong. */
  Future<WindowRow> update(UUID account, long id, WindowDraft draft) {
    return database.transaction(
        connection ->
            store
                .read(connection, account, new Long[] {id}, true)
                .map(found -> found.stream().findFirst().orElseThrow(ApiException::notFound))
                .compose(
                    stored ->
                        replace(
                            connection,
                            account,
                            Map.of(id, changed(stored, draft)),
                            List.of(stored.window()),
                            now()))
                .map(rows -> rows.get(0)));
  }

  private static MaintenanceWindow changed(WindowRow stored, WindowDraft draft) {
    WindowDraft complete = draft.over(WindowDraft.of(stored.window()));
    List<Violation> violations = WindowDraftRules.ofComplete(complete);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return complete.window();
  }

  /**
   * Replaces those of the windows that the account has.
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

  /** Deletes a window; what it held back goes on. */
  Future<Void> delete(UUID account, long id) {
    return database
        .transaction(connection -> delete(connection, account, new Long[] {id}))
        .compose(
            deleted ->
                deleted > 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(ApiException.notFound()));
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

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
