package dev.belfry.alerting.oncall;

import dev.belfry.alerting.oncall.RotationExpansion.Piece;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of the shifts of rotations. Futures fail when the database is away. */
final class RotationStore {
  /**
   * Locks the row, so that persons who leave the account wait, or are gone when shifts are
   * assigned. Nothing is stored for an instance whose lease is over.
   */
  private static final String RENEW =
      CalendarCopyStore.HELD
          + """
      UPDATE on_call_copies SET due_ms = $4, error = NULL, failures = 0, from_ms = $5,
        until_ms = $6, calendar = NULL, etag = NULL, last_modified = NULL, read_ms = NULL
      WHERE account_id = $1 AND schedule_id IN (SELECT id FROM there)
        AND ($3::bigint IS NULL OR due_ms = $3)""";

  private static final String ADD =
      """
      INSERT INTO on_call_shifts (account_id, schedule_id, begins_ms, ends_ms, turn, taken_by, name,
        title, keys)
      SELECT $1, $2, n.begins, n.ends, n.turn, n.taken_by, '', 'Turn', '{}'
      FROM unnest($3::bigint[], $4::bigint[], $5::int[], $6::uuid[])
        AS n (begins, ends, turn, taken_by)""";

  private static final String ASSIGN = "SELECT assign_rotation_shifts($1, $2)";

  private RotationStore() {}

  /**
   * Replaces the shifts of a schedule and says who is on call in each.
   *
   * @param lease what the row has as its due time; null for a change by a person, which holds the
   *     schedule
   * @param next when they are renewed again
   */
  static Future<Void> renew(
      SqlConnection connection,
      UUID account,
      long schedule,
      @Nullable Long lease,
      RotationExpansion expansion,
      long next) {
    Tuple one = Tuple.of(account, schedule);
    return connection
        .preparedQuery(RENEW)
        .execute(
            Tuple.of(account, schedule)
                .addLong(lease)
                .addLong(next)
                .addLong(expansion.from())
                .addLong(expansion.until()))
        .compose(
            stored ->
                stored.rowCount() == 0
                    ? Future.succeededFuture()
                    : connection
                        .preparedQuery(CalendarCopyStore.CLEAR)
                        .execute(one)
                        .compose(cleared -> add(connection, account, schedule, expansion.pieces()))
                        .compose(added -> connection.preparedQuery(ASSIGN).execute(one))
                        .mapEmpty());
  }

  private static Future<Void> add(
      SqlConnection connection, UUID account, long schedule, List<Piece> pieces) {
    return connection
        .preparedQuery(ADD)
        .execute(
            Tuple.of(account, schedule)
                .addArrayOfLong(pieces.stream().map(Piece::begins).toArray(Long[]::new))
                .addArrayOfLong(pieces.stream().map(Piece::ends).toArray(Long[]::new))
                .addArrayOfInteger(pieces.stream().map(Piece::place).toArray(Integer[]::new))
                .addArrayOfUUID(pieces.stream().map(Piece::takenBy).toArray(UUID[]::new)))
        .mapEmpty();
  }
}
