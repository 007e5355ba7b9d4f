package dev.belfry.monitoring.maintenance;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The SQL of maintenance windows as people see them. */
final class MaintenanceStore {
  /** {@link #COLUMNS} of a row {@code w}. */
  static final String COLUMNS_OF_ROW =
      """
      w.id, w.account_id, w.name, w.description, w.starts_at, w.ends_at, w.repeat_unit,
      w.repeat_interval, w.repeat_ends_at, w.timezone, w.tags, w.pause_all_checks,
      w.silence_all_alerts, w.silence_alerts_tags,
      w.shown AND (w.service_ids = '{}' OR EXISTS (
        SELECT FROM services s WHERE s.id = ANY (w.service_ids))) AS shown,
      CASE WHEN w.service_ids = '{}' THEN w.service_ids ELSE ARRAY(
        SELECT named.id FROM unnest(w.service_ids) WITH ORDINALITY AS named (id, position)
          JOIN services s ON s.id = named.id ORDER BY named.position) END AS service_ids,
      w.created_at, w.updated_at""";

  /**
   * A window names the services that are there. One whose services are all deleted is not shown: no
   * service would mean all of them.
   */
  static final String COLUMNS = COLUMNS_OF_ROW.replace("w.", "");

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + """
           FROM maintenance_windows WHERE id IN (
            SELECT id FROM maintenance_windows WHERE account_id = $1
            ORDER BY id LIMIT $2 OFFSET $3)
          ORDER BY id""";

  private static final String COUNT =
      "SELECT count(*) FROM maintenance_windows WHERE account_id = $1";

  private static final String READ =
      "SELECT " + COLUMNS + " FROM maintenance_windows WHERE account_id = $1 AND id = $2";

  private static final String OF_IDS =
      "SELECT "
          + COLUMNS
          + " FROM maintenance_windows WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY"
          + " id";

  private static final String LOCK = OF_IDS + " FOR NO KEY UPDATE";

  private static final String NEXT_IDS =
      """
      SELECT nextval(pg_get_serial_sequence('maintenance_windows', 'id'))
      FROM generate_series(1, $1)""";

  /** The members of a window as a document has it, with its id. */
  static final String MEMBERS =
      """
      (id bigint, name text, description text, "startsAt" timestamptz, "endsAt" timestamptz,
        "repeatUnit" text, "repeatInterval" integer, "repeatEndsAt" timestamptz, timezone text,
        tags text[], "pauseAllChecks" boolean, "silenceAllAlerts" boolean,
        "silenceAlertsTags" text[], "statusPageVisibility" jsonb)""";

  private static final String WANTED = "jsonb_to_recordset($3::text::jsonb) AS wanted " + MEMBERS;

  private static final String SHOWN = "(\"statusPageVisibility\" ->> 'enabled')::boolean";

  private static final String SERVICES =
      "ARRAY(SELECT jsonb_array_elements_text(\"statusPageVisibility\" -> 'serviceIds')::uuid)";

  private static final String INSERT =
      """
      INSERT INTO maintenance_windows (id, account_id, name, description, starts_at, ends_at,
        repeat_unit, repeat_interval, repeat_ends_at, timezone, tags, pause_all_checks,
        silence_all_alerts, silence_alerts_tags, shown, service_ids, created_at)
      OVERRIDING SYSTEM VALUE
      SELECT id, $1, name, description, "startsAt", "endsAt", "repeatUnit", "repeatInterval",
        "repeatEndsAt", timezone, tags, "pauseAllChecks", "silenceAllAlerts", "silenceAlertsTags",
        %s, %s, $2
      FROM\s"""
              .formatted(SHOWN, SERVICES)
          + WANTED
          + " ORDER BY id RETURNING "
          + COLUMNS;

  private static final String REPLACE =
      """
      UPDATE maintenance_windows w SET name = wanted.name, description = wanted.description,
        starts_at = "startsAt", ends_at = "endsAt", repeat_unit = "repeatUnit",
        repeat_interval = "repeatInterval", repeat_ends_at = "repeatEndsAt",
        timezone = wanted.timezone, tags = wanted.tags, pause_all_checks = "pauseAllChecks",
        silence_all_alerts = "silenceAllAlerts", silence_alerts_tags = "silenceAlertsTags",
        shown = %s, service_ids = %s, updated_at = $2
      FROM\s"""
              .formatted(SHOWN, SERVICES)
          + WANTED
          + """
           WHERE w.account_id = $1 AND w.id = wanted.id
          RETURNING\s"""
          + COLUMNS_OF_ROW;

  private static final String COUNT_SERVICES =
      "SELECT count(*) FROM services WHERE account_id = $1 AND id = ANY ($2::uuid[])";

  private static final String DELETE =
      """
      DELETE FROM maintenance_windows WHERE account_id = $1 AND id = ANY ($2::bigint[])""";

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

  /** Those of the windows that the account has; locked: until the transaction ends. */
  Future<List<WindowRow>> read(SqlConnection connection, UUID account, Long[] ids, boolean lock) {
    return connection
        .preparedQuery(lock ? LOCK : OF_IDS)
        .execute(Tuple.of(account).addValue(ids))
        .map(rows -> Rows.list(rows, WindowRow::of));
  }

  /** So many ids for new windows. */
  Future<List<Long>> nextIds(SqlConnection connection, int count) {
    return connection
        .preparedQuery(NEXT_IDS)
        .execute(Tuple.of(count))
        .map(rows -> Rows.list(rows, row -> row.getLong(0)));
  }

  /** A 404 when the account lacks a service that one of the windows names. */
  Future<Void> requireServices(
      SqlConnection connection, UUID account, Collection<MaintenanceWindow> windows) {
    Set<UUID> named =
        windows.stream()
            .flatMap(window -> window.visibility().serviceIds().stream())
            .map(UUID::fromString)
            .collect(Collectors.toSet());
    return named.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(COUNT_SERVICES)
            .execute(Tuple.of(account).addArrayOfUUID(named.toArray(UUID[]::new)))
            .map(
                rows -> {
                  if (Rows.number(rows) < named.size()) {
                    throw ApiException.notFound();
                  }
                  return null;
                });
  }

  /** Makes windows with the ids they bring. */
  Future<List<WindowRow>> insert(
      SqlConnection connection,
      UUID account,
      Map<Long, MaintenanceWindow> windows,
      OffsetDateTime now) {
    return put(INSERT, connection, account, windows, now);
  }

  /** Replaces those of the windows that the account has. */
  Future<List<WindowRow>> replace(
      SqlConnection connection,
      UUID account,
      Map<Long, MaintenanceWindow> windows,
      OffsetDateTime now) {
    return put(REPLACE, connection, account, windows, now);
  }

  private static Future<List<WindowRow>> put(
      String sql,
      SqlConnection connection,
      UUID account,
      Map<Long, MaintenanceWindow> windows,
      OffsetDateTime now) {
    List<String> documents = new ArrayList<>(windows.size());
    windows.forEach((id, window) -> documents.add(MaintenanceView.identified(id, window)));
    return connection
        .preparedQuery(sql)
        .execute(Tuple.of(account, now, JsonText.array(documents)))
        .map(rows -> Rows.list(rows, WindowRow::of));
  }

  /** Deletes windows with their intervals. */
  Future<Void> delete(SqlConnection connection, UUID account, Long[] ids) {
    return connection.preparedQuery(DELETE).execute(Tuple.of(account).addValue(ids)).mapEmpty();
  }
}
