package dev.belfry.monitoring.maintenance;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Versioned;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Creates, reads, changes and deletes maintenance windows. */
final class MaintenanceWindows {
  /** A window with more times, such as a daily one, would hold up the writes beside it. */
  private static final int MOST_TIMES = 64;

  private final Database database;
  private final MaintenanceStore store;
  private final WindowChanges changes;
  private final BulkWindowStore bulk;
  private final InstantSource clock;

  MaintenanceWindows(Database database, InstantSource clock) {
    this.database = database;
    this.store = new MaintenanceStore(database);
    this.changes = new WindowChanges(store);
    this.bulk = new BulkWindowStore(database);
    this.clock = clock;
  }

  /** The windows of an account, oldest first. */
  Future<CountedPage<WindowRow>> list(UUID account, long limit, long offset) {
    return database.read(
        connection ->
            CountedPage.read(
                store.count(connection, account),
                offset,
                () -> store.list(connection, account, limit, offset)));
  }

  Future<WindowRow> read(UUID account, long id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /**
   * Creates a window, which holds from the end of the transaction on; fails with a 404 when the
   * account lacks a service that it names. The usual one is created in one statement.
   */
  Future<WindowRow> create(UUID account, WindowDraft draft) {
    MaintenanceWindow window = draft.window();
    OffsetDateTime now = now();
    List<Interval> times = times(window, now);
    return bulk.nextId(account)
        .compose(
            id ->
                times.size() <= MOST_TIMES
                    ? BulkStatement.orElse(
                        bulk.create(account, id, window, times, now),
                        () -> createAlone(account, id, window))
                    : createAlone(account, id, window));
  }

  private Future<WindowRow> createAlone(UUID account, long id, MaintenanceWindow window) {
    return database.transaction(
        connection ->
            changes
                .create(connection, account, Map.of(id, window), now())
                .map(rows -> rows.get(0)));
  }

  private static List<Interval> times(MaintenanceWindow window, OffsetDateTime now) {
    return Horizon.intervals(window.plan(), now.toInstant().toEpochMilli());
  }

  /**
   * Changes what the body names; fails with a 404 without the window, a 400 when it is wrong. The
   * usual update takes one statement to read and one to write.
   */
  Future<WindowRow> update(UUID account, long id, WindowDraft draft) {
    return BulkStatement.orElse(
        BulkStatement.andThen(
            bulk.lookUp(account, id), stored -> updateUsual(account, id, stored, draft)),
        () -> updateWithLock(account, id, draft));
  }

  private Future<Optional<WindowRow>> updateUsual(
      UUID account, long id, Versioned<MaintenanceWindow> stored, WindowDraft draft) {
    MaintenanceWindow before = stored.value();
    MaintenanceWindow window = changed(before, draft);
    OffsetDateTime now = now();
    List<Interval> times = window.plan().equals(before.plan()) ? null : times(window, now);
    return times == null || times.size() <= MOST_TIMES
        ? bulk.update(account, id, new Versioned<>(window, stored.version()), times, now)
        : Future.succeededFuture(Optional.empty());
  }

  private Future<WindowRow> updateWithLock(UUID account, long id, WindowDraft draft) {
    return database.transaction(
        connection ->
            store
                .read(connection, account, new Long[] {id}, true)
                .map(found -> found.stream().findFirst().orElseThrow(ApiException::notFound))
                .compose(
                    stored ->
                        changes.replace(
                            connection,
                            account,
                            Map.of(id, changed(stored.window(), draft)),
                            now()))
                .map(rows -> rows.get(0)));
  }

  private static MaintenanceWindow changed(MaintenanceWindow stored, WindowDraft draft) {
    WindowDraft complete = draft.over(WindowDraft.of(stored));
    List<Violation> violations = WindowDraftRules.ofComplete(complete);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return complete.window();
  }

  /** Deletes a window; what it held back goes on. Fails with a 404 without the window. */
  Future<Void> delete(UUID account, long id) {
    return bulk.delete(account, id)
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
