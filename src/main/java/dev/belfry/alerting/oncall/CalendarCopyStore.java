package dev.belfry.alerting.oncall;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of the copies of calendars, and of what is due. Futures fail when the database is away.
 */
final class CalendarCopyStore {
  /** Takes schedules for one instance until the lease ends; nobody waits for anybody. */
  private static final String CLAIM =
      """
      UPDATE on_call_copies c SET due_ms = $2
      FROM on_call_schedules o
      WHERE o.id = c.schedule_id AND c.schedule_id = ANY (ARRAY(
        SELECT schedule_id FROM on_call_copies WHERE due_ms <= $1 ORDER BY due_ms LIMIT $3
        FOR NO KEY UPDATE SKIP LOCKED))
      RETURNING c.account_id, c.schedule_id, c.due_ms, o.url, o.zone, c.calendar, c.etag,
        c.last_modified, c.failures, CASE WHEN o.rotation IS NOT NULL THEN jsonb_build_object(
          'rotation', o.rotation, 'overrides', o.overrides)::text END""";

  /** A schedule that is being deleted is not waited for. */
  static final String HELD =
      """
      WITH there AS MATERIALIZED (
        SELECT id FROM on_call_schedules WHERE account_id = $1 AND id = $2
        FOR KEY SHARE SKIP LOCKED)
      """;

  /** Nothing is stored for an instance whose lease is over, or for an address that is no more. */
  private static final String SUCCEED =
      HELD
          + """
      UPDATE on_call_copies SET due_ms = $4, calendar = $5, etag = $6, last_modified = $7,
        read_ms = $8, error = NULL, failures = 0, from_ms = $9, until_ms = $10
      WHERE account_id = $1 AND schedule_id IN (SELECT id FROM there) AND due_ms = $3""";

  private static final String FAIL =
      HELD
          + """
      UPDATE on_call_copies SET due_ms = $4, error = $5, failures = failures + 1, etag = NULL,
        last_modified = NULL, from_ms = coalesce($6, from_ms), until_ms = coalesce($7, until_ms)
      WHERE account_id = $1 AND schedule_id IN (SELECT id FROM there) AND due_ms = $3""";

  /** Of a schedule ($2) and its account ($1). */
  static final String CLEAR =
      "DELETE FROM on_call_shifts WHERE account_id = $1 AND schedule_id = $2";

  private static final String ADD =
      """
      INSERT INTO on_call_shifts (account_id, schedule_id, begins_ms, ends_ms, name, email, title,
        keys)
      SELECT $1, $2, n.begins, n.ends, n.name, n.email, n.title, string_to_array(n.keys, chr(10))
      FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[])
        AS n (begins, ends, name, email, title, keys)""";

  private final Database database;

  CalendarCopyStore(Database database) {
    this.database = database;
  }

  /**
   * A schedule whose calendar is to be read, or whose turns are to be expanded.
   *
   * @param lease what the row has as its due time while it is read
   * @param url sealed; null for a schedule with a rotation
   * @param calendar the last good copy, sealed; null without one
   * @param turns without the names of persons; null for a schedule with a calendar
   */
  record Due(
      UUID account,
      long schedule,
      long lease,
      @Nullable String url,
      @Nullable String zone,
      @Nullable String calendar,
      @Nullable String etag,
      @Nullable String lastModified,
      int failures,
      @Nullable RotationState turns) {
    static Due of(Row row) {
      String turns = row.getString(9);
      return new Due(
          row.getUUID(0),
          row.getLong(1),
          row.getLong(2),
          row.getString(3),
          row.getString(4),
          row.getString(5),
          row.getString(6),
          row.getString(7),
          row.getInteger(8),
          turns == null ? null : RotationState.of(turns));
    }

    /** Without the address and the calendar. */
    @Override
    public String toString() {
      return "Due[schedule=" + schedule + "]";
    }
  }

  Future<List<Due>> claim(long now, long lease, int most) {
    return database.query(CLAIM, Tuple.of(now, lease, most)).map(rows -> Rows.list(rows, Due::of));
  }

  /**
   * Stores the shifts of a rotation; {@link Rotations#renew} says how it fails.
   *
   * @param now milliseconds since 1970
   */
  Future<Void> renew(Due due, RotationState turns, long now) {
    return database.transaction(
        connection ->
            Rotations.renew(
                connection,
                due.account(),
                due.schedule(),
                due.lease(),
                turns.rotation(),
                due.zone(),
                turns.stored(),
                now));
  }

  /**
   * Stores a calendar that was read, with its shifts.
   *
   * @param calendar sealed
   * @param next when it is read again
   */
  Future<Void> succeed(
      Due due, CalendarCopy copy, String calendar, ShiftExpansion shifts, long now, long next) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(SUCCEED)
                .execute(
                    Tuple.of(due.account(), due.schedule(), due.lease(), next, calendar)
                        .addString(copy.etag())
                        .addString(copy.lastModified())
                        .addLong(now)
                        .addLong(shifts.from())
                        .addLong(shifts.until()))
                .compose(
                    stored ->
                        stored.rowCount() == 0
                            ? Future.succeededFuture()
                            : replace(connection, due, shifts)));
  }

  /**
   * Stores why a calendar could not be read.
   *
   * @param shifts those of the last good copy as of now, null to keep what is stored
   */
  Future<Void> fail(Due due, String error, @Nullable ShiftExpansion shifts, long next) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(FAIL)
                .execute(
                    Tuple.of(due.account(), due.schedule(), due.lease(), next, error)
                        .addLong(shifts == null ? null : shifts.from())
                        .addLong(shifts == null ? null : shifts.until()))
                .compose(
                    stored ->
                        stored.rowCount() == 0 || shifts == null
                            ? Future.succeededFuture()
                            : replace(connection, due, shifts)));
  }

  private static Future<Void> replace(SqlConnection connection, Due due, ShiftExpansion expansion) {
    List<Shift> shifts = expansion.shifts();
    return connection
        .preparedQuery(CLEAR)
        .execute(Tuple.of(due.account(), due.schedule()))
        .compose(
            cleared ->
                connection
                    .preparedQuery(ADD)
                    .execute(
                        Tuple.of(due.account(), due.schedule())
                            .addArrayOfLong(shifts.stream().map(Shift::begins).toArray(Long[]::new))
                            .addArrayOfLong(shifts.stream().map(Shift::ends).toArray(Long[]::new))
                            .addArrayOfString(
                                shifts.stream().map(Shift::name).toArray(String[]::new))
                            .addArrayOfString(
                                shifts.stream().map(Shift::email).toArray(String[]::new))
                            .addArrayOfString(
                                shifts.stream().map(Shift::title).toArray(String[]::new))
                            .addArrayOfString(
                                shifts.stream()
                                    .map(shift -> String.join("\n", shift.keys()))
                                    .toArray(String[]::new))))
        .mapEmpty();
  }
}
