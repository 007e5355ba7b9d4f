package dev.belfry.maintenance;

import dev.belfry.db.Database;
import dev.belfry.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of maintenance windows as people see them. */
final class MaintenanceStore {
  static final String COLUMNS =
      """
      id, account_id, name, description, starts_at, ends_at, repeat_unit, repeat_interval,
      repeat_ends_at, timezone, tags, pause_all_checks, silence_all_alerts, silence_alerts_tags,
      created_at, updated_at""";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + " FROM maintenance_windows WHERE account_id = $1 ORDER BY id LIMIT $2 OFFSET $3";

  private static final String COUNT =
      "SELECT count(*) FROM maintenance_windows WHERE account_id = $1";

  private static final String READ =
      "SELECT " + COLUMNS + " FROM maintenance_windows WHERE account_id = $1 AND id = $2";

  private static final String LOCK = READ + " FOR NO KEY UPDATE";

  private static final String INSERT =
      """
      INSERT INTO maintenance_windows (account_id, name, description, starts_at, ends_at,
        repeat_unit, repeat_interval, repeat_ends_at, timezone, tags, pause_all_checks,
        silence_all_alerts, silence_alerts_tags, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      RETURNING
      """
          + COLUMNS;

  private static final String REPLACE =
      """
      UPDATE maintenance_windows SET name = $2, description = $3, starts_at = $4, ends_at = $5,
        repeat_unit = $6, repeat_interval = $7, repeat_ends_at = $8, timezone = $9, tags = $10,
        pause_all_checks = $11, silence_all_alerts = $12, silence_alerts_tags = $13,
        updated_at = $14
      WHERE account_id = $1 AND id = $15 RETURNING
      """
          + COLUMNS;

  private static final String DELETE =
      "DELETE FROM maintenance_windows WHERE account_id = $1 AND id = $2 RETURNING " + COLUMNS;

  private final Database database;

  MaintenanceStore(Database database) {
    this.database = database;
  }

  Future<List<WindowRow>> list(SqlConnection connection, UUID account, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, WindowRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  Future<Optional<WindowRow>> read(UUID account, long id) {
    return database.query(READ, Tuple.of(account, id)).map(rows -> Rows.first(rows, WindowRow::of));
  }

  Future<Optional<WindowRow>> lock(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, WindowRow::of));
  }

  Future<WindowRow> insert(
      SqlConnection connection, UUID account, MaintenanceWindow window, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(tuple(account, window, now))
        .map(rows -> WindowRow.of(rows.iterator().next()));
  }

  Future<WindowRow> replace(
      SqlConnection connection,
      UUID account,
      long id,
      MaintenanceWindow window,
      OffsetDateTime now) {
    return connection
        .preparedQuery(REPLACE)
        .execute(tuple(account, window, now).addLong(id))
        .map(rows -> WindowRow.of(rows.iterator().next()));
  }

  /** Deletes a window with its intervals and tells what it was. */
  Future<Optional<WindowRow>> delete(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, WindowRow::of));
  }

  private static Tuple tuple(UUID account, MaintenanceWindow window, OffsetDateTime now) {
    RecurrencePlan plan = window.plan();
    RepeatUnit unit = plan.unit();
    Scope scope = window.scope();
    return Tuple.tuple()
        .addUUID(account)
        .addString(window.name())
        .addString(window.description())
        .addOffsetDateTime(utc(plan.starts()))
        .addOffsetDateTime(utc(plan.ends()))
        .addString(unit == null ? null : unit.name())
        .addInteger(unit == null ? null : Integer.valueOf(plan.interval()))
        .addOffsetDateTime(utc(plan.repeatEnds()))
        .addString(plan.zone() == null ? null : plan.zone().getId())
        .addArrayOfString(scope.tags().toArray(String[]::new))
        .addBoolean(scope.pauseAllChecks())
        .addBoolean(scope.silenceAllAlerts())
        .addArrayOfString(scope.silenceAlertsTags().toArray(String[]::new))
        .addOffsetDateTime(now);
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }
}
