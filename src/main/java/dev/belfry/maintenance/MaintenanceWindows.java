package dev.belfry.maintenance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.db.Database;
import dev.belfry.error.ApiException;
import dev.belfry.error.Violation;
import dev.belfry.http.JsonText;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** What can be done with maintenance windows. */
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

  /** Creates a window, which holds from the end of the transaction on. */
  Future<WindowRow> create(UUID account, ObjectNode body) {
    MaintenanceWindow window = WindowDraft.window(body);
    return database.transaction(
        connection ->
            store
                .insert(connection, account, window, now())
                .compose(
                    row -> takeEffect(connection, row, window.scope().pauseAllChecks()).map(row)));
  }

  /** Changes what the body names. */
  Future<WindowRow> update(UUID account, long id, ObjectNode body) {
    return database.transaction(
        connection ->
            store
                .lock(connection, account, id)
                .map(found -> found.orElseThrow(ApiException::notFound))
                .compose(stored -> replace(connection, stored, changed(stored, body))));
  }

  private static MaintenanceWindow changed(WindowRow stored, ObjectNode body) {
    ObjectNode merged = WindowDraft.merged(JsonText.parse(MaintenanceView.of(stored)), body);
    List<Violation> violations = WindowDraft.violations(merged);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return WindowDraft.window(merged);
  }

  private Future<WindowRow> replace(
      SqlConnection connection, WindowRow stored, MaintenanceWindow window) {
    boolean pauses = stored.window().scope().pauseAllChecks() || window.scope().pauseAllChecks();
    return store
        .replace(connection, stored.account(), stored.id(), window, now())
        .compose(row -> takeEffect(connection, row, pauses).map(row));
  }

  /** Deletes a window; what it held back goes on. */
  Future<Void> delete(UUID account, long id) {
    return database.transaction(
        connection ->
            store
                .delete(connection, account, id)
                .map(found -> found.orElseThrow(ApiException::notFound))
                .compose(
                    row ->
                        row.window().scope().pauseAllChecks()
                            ? IntervalStore.mark(connection, account)
                            : Future.succeededFuture()));
  }

  private Future<Void> takeEffect(SqlConnection connection, WindowRow row, boolean pauses) {
    long now = clock.millis();
    return IntervalStore.replace(connection, row, Horizon.intervals(row.window().plan(), now), now)
        .compose(
            written ->
                pauses ? IntervalStore.mark(connection, row.account()) : Future.succeededFuture());
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
