package dev.belfry.monitoring.variable;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
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

  /**
   * Those of the account, then those of the group with its id, then those of the check, as lists of
   * key, value, secret and owner.
   */
  private static final String LOOK_UP =
      """
      SELECT (SELECT jsonb_agg(jsonb_build_array(v.key, v.value, v.secret, v.level, v.owner)
          ORDER BY v.level)::text
        FROM (
          SELECT a.key, a.value, a.secret, 1 AS level, NULL::bigint AS owner FROM variables a
            WHERE a.account_id = asked.account_id AND a.key = ANY (asked.names)
          UNION ALL
          SELECT e ->> 'key', e ->> 'value', coalesce((e ->> 'secret')::boolean, false), 2, g.id
            FROM check_groups g CROSS JOIN jsonb_array_elements(
              coalesce(nullif(g.settings -> 'environmentVariables', 'null'), '[]')) AS e
            WHERE g.account_id = asked.account_id AND e ->> 'key' = ANY (asked.names)
              AND g.id = coalesce(asked.group_id, (SELECT c.group_id FROM checks c
                WHERE c.id = asked.check_id AND c.account_id = asked.account_id))
          UNION ALL
          SELECT e ->> 'key', e ->> 'value', coalesce((e ->> 'secret')::boolean, false), 3, NULL
            FROM checks c CROSS JOIN jsonb_array_elements(
              coalesce(nullif(c.settings -> 'environmentVariables', 'null'), '[]')) AS e
            WHERE c.id = asked.check_id AND c.account_id = asked.account_id
              AND e ->> 'key' = ANY (asked.names)) AS v), asked.number
      FROM (
        SELECT a.account_id, a.check_id, a.group_id,
          ARRAY(SELECT jsonb_array_elements_text(a.names::jsonb)) AS names, a.number
        FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[])
          WITH ORDINALITY AS a (account_id, check_id, group_id, names, number)) AS asked""";

  private final Database database;
  private final BulkStatement lookUp;

  VariableStore(Database database) {
    this.database = database;
    lookUp = database.bulkRead(LOOK_UP, GUID, LONG, TEXT);
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
   * What a check sees, the later before the earlier: JSON text, empty for nothing.
   *
   * @param check null = only the variables of the account, and of the group if one is named
   * @param group null = that of the check
   * @param keys of those that are read
   */
  Future<Optional<String>> ofCheck(
      UUID account, @Nullable UUID check, @Nullable Long group, Set<String> keys) {
    return lookUp
        .execute(account, check, group, JsonText.strings(List.copyOf(keys)))
        .map(found -> found.map(row -> row.getString(0)));
  }

  private static Tuple tuple(UUID account, VariableRow row, OffsetDateTime now) {
    return Tuple.of(account, row.key(), row.value(), row.locked(), row.secret(), now);
  }
}
