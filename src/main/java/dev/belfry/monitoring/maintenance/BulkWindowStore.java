package dev.belfry.monitoring.maintenance;

import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.SequenceIds;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.platform.db.Versioned;
import io.vertx.core.Future;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of windows, those of many requests in one statement. A window brings its times along,
 * unless they stay as they are.
 */
final class BulkWindowStore {
  private static final String CREATE = resource("insert-windows.sql");
  private static final String UPDATE = resource("update-windows.sql");

  private static final String LOOK_UP =
      """
      SELECT w.*, asked.number
      FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS asked (account_id, id, number)
        CROSS JOIN LATERAL (
          SELECT %s, w.xmin::text AS version FROM maintenance_windows w
          WHERE w.id = asked.id AND w.account_id = asked.account_id) AS w"""
          .formatted(MaintenanceStore.COLUMNS_OF_ROW);

  private static final int VERSION = 18;

  private final SequenceIds ids;
  private final BulkStatement create;
  private final BulkStatement lookUp;
  private final BulkStatement update;
  private final BulkDeletion delete;

  BulkWindowStore(Database database) {
    ids = new SequenceIds(database, "maintenance_windows");
    create = database.bulkWrite(CREATE, LONG, TEXT, TEXT, LONG, TIME);
    lookUp = database.bulkRead(LOOK_UP, LONG);
    update = database.bulkWrite(UPDATE, LONG, TEXT, TEXT, TEXT, LONG, TIME);
    delete = new BulkDeletion(database, "maintenance_windows", LONG);
  }

  private static String resource(String name) {
    return SqlResource.read(BulkWindowStore.class, name)
        .replace("{members}", MaintenanceStore.MEMBERS)
        .replace("{columns}", MaintenanceStore.COLUMNS_OF_ROW);
  }

  /** The id of a new window. */
  Future<Long> nextId(UUID account) {
    return ids.next(account);
  }

  /**
   * Creates a window. Empty, and nothing created, when the account lacks one of the services, or
   * when something was in the way.
   *
   * @param times when it holds
   */
  Future<Optional<WindowRow>> create(
      UUID account, long id, MaintenanceWindow window, List<Interval> times, OffsetDateTime now) {
    return create
        .execute(
            account,
            id,
            MaintenanceView.identified(id, window),
            text(times),
            now.toInstant().toEpochMilli(),
            now)
        .map(found -> found.map(WindowRow::of));
  }

  /** What is stored; empty when the account has no such window. */
  Future<Optional<Versioned<MaintenanceWindow>>> lookUp(UUID account, long id) {
    return lookUp
        .execute(account, id)
        .map(
            found ->
                found.map(
                    row -> new Versioned<>(WindowRow.of(row).window(), row.getString(VERSION))));
  }

  /**
   * Replaces a window. Empty, and nothing changed, when it is not the same any more, when the
   * account lacks one of the services, or when something was in the way.
   *
   * @param times when it holds, null = as before
   */
  Future<Optional<WindowRow>> update(
      UUID account,
      long id,
      Versioned<MaintenanceWindow> window,
      @Nullable List<Interval> times,
      OffsetDateTime now) {
    return update
        .execute(
            account,
            id,
            window.version(),
            MaintenanceView.identified(id, window.value()),
            times == null ? null : text(times),
            times == null ? null : Long.valueOf(now.toInstant().toEpochMilli()),
            now)
        .map(found -> found.map(WindowRow::of));
  }

  /**
   * Deletes a window with its times, and answers whether the account had it. Fails with a 503 when
   * the database is away or too slow.
   */
  Future<Boolean> delete(UUID account, long id) {
    return delete.execute(account, id);
  }

  private static String text(List<Interval> times) {
    return JsonText.array(
        times.stream().map(time -> "[" + time.starts() + "," + time.ends() + "]").toList());
  }
}
