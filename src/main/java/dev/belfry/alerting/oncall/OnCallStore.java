package dev.belfry.alerting.oncall;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SequenceIds;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The SQL of schedules as people see them. Futures fail when the database is away. */
final class OnCallStore {
  private static final String FROM =
      """
       FROM on_call_schedules o JOIN on_call_copies c ON c.schedule_id = o.id
      WHERE o.account_id = $1\s""";

  private static final String SELECT = "SELECT " + OnCallRow.COLUMNS + FROM;
  private static final String LIST = SELECT + "ORDER BY o.id LIMIT $2 OFFSET $3";
  private static final String READ = SELECT + "AND o.id = $2";
  private static final String LOCK = READ + " FOR NO KEY UPDATE OF o";

  private static final String COUNT =
      "SELECT count(*) FROM on_call_schedules WHERE account_id = $1";

  private static final String INSERT =
      """
      INSERT INTO on_call_schedules (account_id, id, name, url, host, zone, rotation, overrides,
        created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8::text::jsonb, $9)""";

  private static final String UPDATE =
      """
      UPDATE on_call_schedules SET name = $3, url = $4, host = $5, zone = $6,
        rotation = $7::text::jsonb, overrides = $8::text::jsonb, updated_at = $9
      WHERE account_id = $1 AND id = $2""";

  /** A copy of another calendar is worth nothing; that of the same one is expanded anew. */
  private static final String READ_SOON =
      """
      UPDATE on_call_copies SET due_ms = 0, failures = 0, error = NULL, etag = NULL,
        last_modified = NULL, calendar = CASE WHEN $3 THEN NULL ELSE calendar END,
        read_ms = CASE WHEN $3 THEN NULL ELSE read_ms END,
        from_ms = CASE WHEN $3 THEN NULL ELSE from_ms END,
        until_ms = CASE WHEN $3 THEN NULL ELSE until_ms END
      WHERE account_id = $1 AND schedule_id = $2""";

  private static final String DELETE =
      "DELETE FROM on_call_schedules WHERE account_id = $1 AND id = $2";

  private static final String SHIFTS =
      """
      SELECT s.begins_ms, s.ends_ms, coalesce(u.name, s.name), coalesce(u.email, s.email), s.title,
        s.user_id
      FROM on_call_shifts s LEFT JOIN users u ON u.id = s.user_id
      WHERE s.account_id = $1 AND s.schedule_id = $2 AND s.ends_ms > $3
        AND (s.turn IS NULL OR s.user_id IS NOT NULL)
      ORDER BY s.begins_ms, s.name""";

  private static final String MEMBERS =
      """
      SELECT e.address, m.id FROM unnest($2::text[]) AS e (address)
        CROSS JOIN LATERAL member_by_email($1, e.address) AS m""";

  private final Database database;
  private final SequenceIds ids;

  OnCallStore(Database database) {
    this.database = database;
    this.ids = new SequenceIds(database, "on_call_schedules");
  }

  /** The id of a new schedule, which its address is sealed for. */
  Future<Long> nextId(UUID account) {
    return ids.next(account);
  }

  Future<List<OnCallRow>> list(SqlConnection connection, UUID account, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, OnCallRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  Future<Optional<OnCallRow>> read(UUID account, long id) {
    return database.query(READ, Tuple.of(account, id)).map(rows -> Rows.first(rows, OnCallRow::of));
  }

  Future<OnCallRow> read(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account, id))
        .map(rows -> OnCallRow.of(rows.iterator().next()));
  }

  /** Reads it and keeps others from changing it until the transaction ends. */
  Future<Optional<OnCallRow>> lock(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, OnCallRow::of));
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, OnCallSettings schedule, OffsetDateTime now) {
    return connection.preparedQuery(INSERT).execute(schedule.tuple(account, now)).mapEmpty();
  }

  /** Changes a schedule. */
  Future<Void> replace(
      SqlConnection connection, UUID account, OnCallSettings schedule, OffsetDateTime now) {
    return connection.preparedQuery(UPDATE).execute(schedule.tuple(account, now)).mapEmpty();
  }

  /**
   * Has the calendar of a schedule read within seconds.
   *
   * @param isOther whether it is another calendar than before
   */
  Future<Void> readSoon(SqlConnection connection, UUID account, long id, boolean isOther) {
    return connection
        .preparedQuery(READ_SOON)
        .execute(Tuple.of(account, id, isOther))
        .compose(
            soon ->
                isOther
                    ? connection
                        .preparedQuery(CalendarCopyStore.CLEAR)
                        .execute(Tuple.of(account, id))
                        .mapEmpty()
                    : Future.succeededFuture());
  }

  /** Deletes a schedule with its shifts, and answers whether the account had it. */
  Future<Boolean> delete(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(account, id))
        .map(rows -> rows.rowCount() > 0);
  }

  /** The shifts that end after a moment, in the order of their begins. */
  Future<List<Shift>> shifts(UUID account, long id, long at) {
    return database
        .query(SHIFTS, Tuple.of(account, id, at))
        .map(rows -> Shift.joined(Rows.list(rows, OnCallStore::shift)));
  }

  /** The ids of the members of an account by those of some addresses that are theirs. */
  Future<Map<String, UUID>> members(UUID account, Set<String> addresses) {
    return addresses.isEmpty()
        ? Future.succeededFuture(Map.of())
        : database
            .query(MEMBERS, Tuple.of(account).addArrayOfString(addresses.toArray(String[]::new)))
            .map(
                rows ->
                    Rows.list(rows, row -> row).stream()
                        .collect(Collectors.toMap(row -> row.getString(0), row -> row.getUUID(1))));
  }

  private static Shift shift(Row row) {
    return new Shift(
        row.getLong(0),
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getUUID(5));
  }
}
