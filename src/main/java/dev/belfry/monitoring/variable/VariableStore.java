package dev.belfry.monitoring.variable;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The variables' SQL. */
final class VariableStore {
  private static final String COLUMNS = "key, value, locked, secret";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + """
           FROM variables WHERE account_id = $1 AND key COLLATE "C" IN (
            SELECT key COLLATE "C" FROM variables WHERE account_id = $1
            ORDER BY key COLLATE "C" LIMIT $2 OFFSET $3)
          ORDER BY key COLLATE "C\"""";

  private static final String COUNT = "SELECT count(*) FROM variables WHERE account_id = $1";

  private static final String READ =
      "SELECT " + COLUMNS + " FROM variables WHERE account_id = $1 AND key = $2";

  private static final String LOCK = READ + " FOR UPDATE";

  private static final String INSERT =
      """
      INSERT INTO variables (account_id, key, value, locked, secret, created_at)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING""";

  private static final String REPLACE =
      """
      UPDATE variables SET value = $3, locked = $4, secret = $5, updated_at = $6
      WHERE account_id = $1 AND key = $2""";

  private static final String DELETE = "DELETE FROM variables WHERE account_id = $1 AND key = $2";

  /** Those of the account, then those of the check's group with the group's id. */
  private static final String OF_CHECK =
      """
      SELECT v.key, v.value, v.secret, NULL::bigint FROM variables v
        WHERE v.account_id = $1 AND v.key = ANY ($3)
      UNION ALL
      SELECT e ->> 'key', e ->> 'value', coalesce((e ->> 'secret')::boolean, false), g.id
        FROM checks c JOIN check_groups g ON g.id = c.group_id
          CROSS JOIN jsonb_array_elements(
            coalesce(nullif(g.settings -> 'environmentVariables', 'null'), '[]')) AS e
        WHERE c.account_id = $1 AND c.id = $2 AND e ->> 'key' = ANY ($3)
      ORDER BY 4 NULLS FIRST""";

  private final Database database;

  VariableStore(Database database) {
    this.database = database;
  }

  Future<List<VariableRow>> list(SqlConnection connection, UUID account, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, VariableRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  Future<Optional<VariableRow>> read(UUID account, String key) {
    return database
        .query(READ, Tuple.of(account, key))
        .map(rows -> Rows.first(rows, VariableRow::of));
  }

  Future<Optional<VariableRow>> lock(SqlConnection connection, UUID account, String key) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, key))
        .map(rows -> Rows.first(rows, VariableRow::of));
  }

  /** False when the account has a variable with this key. */
  Future<Boolean> insert(UUID account, VariableRow row, OffsetDateTime now) {
    return database.change(INSERT, tuple(account, row, now)).map(rows -> rows.rowCount() > 0);
  }

  Future<Void> replace(
      SqlConnection connection, UUID account, VariableRow row, OffsetDateTime now) {
    return connection.preparedQuery(REPLACE).execute(tuple(account, row, now)).mapEmpty();
  }

  Future<Boolean> delete(UUID account, String key) {
    return database.change(DELETE, Tuple.of(account, key)).map(rows -> rows.rowCount() > 0);
  }

  /**
   * What a check sees, the later before the earlier.
   *
   * @param check null = only the variables of the account
   * @param keys of those that are read
   */
  Future<RowSet<Row>> ofCheck(UUID account, @Nullable UUID check, Set<String> keys) {
    return database.query(OF_CHECK, Tuple.of(account, check, keys.toArray(String[]::new)));
  }

  private static Tuple tuple(UUID account, VariableRow row, OffsetDateTime now) {
    return Tuple.of(account, row.key(), row.value(), row.locked(), row.secret(), now);
  }
}
