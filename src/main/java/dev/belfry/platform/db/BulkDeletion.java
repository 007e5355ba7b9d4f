package dev.belfry.platform.db;

import dev.belfry.platform.db.BulkStatement.Column;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/**
 * Deletes rows of a table by id, those of many requests in one statement. A row that another
 * transaction has locked is deleted in a transaction of its own.
 */
public final class BulkDeletion {
  private final Database database;
  private final BulkStatement together;
  private final String alone;

  /**
   * Deletes any rows of a table.
   *
   * @param table with the columns {@code id} and {@code account_id}
   * @param id the type of its ids, {@code GUID} or {@code LONG}
   */
  public BulkDeletion(Database database, String table, Column id) {
    this(database, table, id, "account_id", "true");
  }

  /**
   * Deletes rows that are parts of something, named by both ids.
   *
   * @param whole the column of type uuid with what a row is a part of
   */
  public static BulkDeletion ofParts(Database database, String table, Column id, String whole) {
    return new BulkDeletion(database, table, id, whole, "true");
  }

  /**
   * Deletes some rows of a table alone, such as those that take much along.
   *
   * @param together which rows are deleted together: a condition of SQL on a row {@code t}; seen as
   *     the lock finds it
   */
  public static BulkDeletion ofSome(Database database, String table, Column id, String together) {
    return new BulkDeletion(database, table, id, "account_id", together);
  }

  /**
   * @param table with the columns {@code id} and {@code account_id}
   * @param whole the column of type uuid with what a row is a part of
   * @param condition which rows are deleted together, on a row {@code t}; seen as the lock finds it
   */
  private BulkDeletion(Database database, String table, Column id, String whole, String condition) {
    this.database = database;
    this.alone =
        "DELETE FROM %s WHERE id = $1 AND account_id = $2 AND %s = $3".formatted(table, whole);
    this.together =
        database.bulkWrite(
            """
            WITH acting AS MATERIALIZED (
              SELECT set_config('belfry.acting', $4, true),
                set_config('belfry.acting_on', '%1$s', true)),
            held AS MATERIALIZED (
              SELECT t.id, a.number
              FROM unnest($1::uuid[], $2::%2$s[], $3::uuid[])
                  WITH ORDINALITY AS a (account_id, id, whole, number)
                -- By the id alone: another index may have many rows for an account or a whole.
                JOIN %1$s t ON t.id = a.id AND t.account_id IS NOT DISTINCT FROM a.account_id
                  AND t.%3$s IS NOT DISTINCT FROM a.whole
              WHERE %4$s
              ORDER BY t.id FOR UPDATE OF t SKIP LOCKED)
            DELETE FROM %1$s t USING held h CROSS JOIN acting WHERE t.id = h.id
            RETURNING h.number"""
                .formatted(table, id == Column.LONG ? "bigint" : "uuid", whole, condition),
            id,
            Column.GUID);
  }

  /**
   * Whether the account had the row, which is gone now. Fails with a 503 when the database is away
   * or too slow, and with the refusal of the database.
   */
  public Future<Boolean> execute(UUID account, Object id) {
    return execute(account, id, account);
  }

  /** The same for a row that is a part of {@code whole}: false when it is a part of another. */
  public Future<Boolean> execute(UUID account, Object id, UUID whole) {
    return BulkStatement.orElse(
        together(account, id, whole),
        () ->
            database.change(alone, Tuple.of(id, account, whole)).map(rows -> rows.rowCount() > 0));
  }

  /**
   * Only what is deleted together: empty when the account has no such row, or it is not among
   * those, or another transaction has locked it. Fails as {@link #execute} does.
   */
  public Future<Optional<Boolean>> together(UUID account, Object id) {
    return together(account, id, account);
  }

  private Future<Optional<Boolean>> together(UUID account, Object id, UUID whole) {
    return together.execute(account, id, whole).map(found -> found.map(row -> true));
  }
}
