package dev.belfry.account.key;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.INT;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.api.auth.ApiKeys;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of API keys as resources. */
final class KeyStore {
  private static final String COLUMNS =
      "id, name, scope, administers, made_by, made_by_user, rate_limit, created_at, expires_at,"
          + " revoked_at";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + """
           FROM api_keys WHERE id IN (
            SELECT id FROM api_keys WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3)
          ORDER BY id DESC""";

  private static final String COUNT = "SELECT count(*) FROM api_keys WHERE account_id = $1";

  private static final String READ =
      "SELECT " + COLUMNS + " FROM api_keys WHERE id = $1 AND account_id = $2";

  private static final String INSERT =
      """
      WITH maker AS MATERIALIZED (SELECT k.revoked_at FROM api_keys k WHERE k.id = $9 FOR SHARE)
      {insert}
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
        WHERE NOT EXISTS (SELECT FROM maker m WHERE m.revoked_at IS NOT NULL)"""
          .replace("{insert}", ApiKeys.INSERT_INTO);

  /** A session that has ended makes no key; a role that a person loses ends the sessions. */
  private static final String INSERT_BY_PERSON =
      """
      WITH maker AS MATERIALIZED (SELECT s.user_id FROM console_sessions s
        WHERE s.id = $9 AND s.ended_at IS NULL FOR SHARE)
      INSERT INTO api_keys (id, account_id, name, scope, administers, rate_limit, created_at,
        expires_at, made_by_user)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, m.user_id FROM maker m""";

  private static final String CREATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $10, true)),
      asked AS MATERIALIZED (
        SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY number) AS rank
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::boolean[],
            $6::int[], $7::timestamptz[], $8::timestamptz[], $9::uuid[]) WITH ORDINALITY
          AS a (account_id, id, name, scope, administers, rate_limit, at, expires_at, made_by,
            number)),
      room AS MATERIALIZED (
        SELECT d.account_id, quota_room(d.account_id, 'keys') AS n
        FROM (SELECT DISTINCT a.account_id FROM asked a OFFSET 0) AS d),
      makers AS MATERIALIZED (
        SELECT k.id FROM api_keys k WHERE k.id = ANY ($9) AND k.revoked_at IS NULL ORDER BY k.id
        FOR SHARE SKIP LOCKED),
      made AS (
        {insert}
          SELECT a.id, a.account_id, a.name, a.scope, a.administers, a.rate_limit, a.at,
              a.expires_at, a.made_by
            FROM asked a JOIN makers m ON m.id = a.made_by
              CROSS JOIN acting
            WHERE a.rank <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)
          RETURNING id)
      SELECT a.number FROM made m JOIN asked a ON a.id = m.id"""
          .replace("{insert}", ApiKeys.INSERT_INTO);

  private static final String REVOKE =
      """
      UPDATE api_keys SET revoked_at = now()
      WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL""";

  private static final String END =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $3, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::uuid[])
          WITH ORDINALITY AS a (account_id, id, number)),
      held AS MATERIALIZED (
        SELECT k.id FROM api_keys k WHERE k.id = ANY ($2) ORDER BY k.id
        FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE api_keys k SET revoked_at = now()
      FROM asked a JOIN held h ON h.id = a.id
        CROSS JOIN acting
      WHERE k.id = a.id AND k.account_id = a.account_id AND k.revoked_at IS NULL
      RETURNING a.number""";

  private static final String REVOKE_TREE = "SELECT revoke_key_tree($1, $2)";

  private final Database database;
  private final BulkStatement create;
  private final BulkStatement end;

  KeyStore(Database database) {
    this.database = database;
    this.create = database.bulkWrite(CREATE, GUID, TEXT, TEXT, FLAG, INT, TIME, TIME, GUID);
    this.end = database.bulkWrite(END, GUID);
  }

  Future<List<KeyRow>> list(UUID account, long limit, long offset) {
    return database
        .query(LIST, Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, KeyRow::of));
  }

  Future<Long> count(UUID account) {
    return database.query(COUNT, Tuple.of(account)).map(Rows::number);
  }

  Future<Optional<KeyRow>> read(UUID account, UUID id) {
    return database.query(READ, Tuple.of(id, account)).map(rows -> Rows.first(rows, KeyRow::of));
  }

  /**
   * Makes a key; false when the key that it is made with has been revoked. Fails with a 503 when
   * the database is away or too slow.
   */
  Future<Boolean> insert(UUID account, KeyRow row) {
    return BulkStatement.orElse(
        create
            .execute(
                account,
                row.id(),
                row.name(),
                row.scope().wire(),
                row.scope().administers(),
                row.rateLimit(),
                row.createdAt(),
                row.expiresAt(),
                row.madeBy())
            .map(made -> made.map(one -> true)),
        () -> insertAlone(INSERT, account, row, row.madeBy()));
  }

  /** Makes a key of a person; false when the session has ended. Fails as {@link #insert} does. */
  Future<Boolean> insertByPerson(UUID account, KeyRow row, UUID session) {
    return insertAlone(INSERT_BY_PERSON, account, row, session);
  }

  private Future<Boolean> insertAlone(String sql, UUID account, KeyRow row, @Nullable UUID maker) {
    return database
        .change(
            sql,
            Tuple.of(row.id(), account, row.name(), row.scope().wire(), row.scope().administers())
                .addInteger(row.rateLimit())
                .addValue(row.createdAt())
                .addValue(row.expiresAt())
                .addValue(maker))
        .map(rows -> rows.rowCount() > 0);
  }

  /** Revokes a key; false when the account has no such key in force. */
  Future<Boolean> revoke(UUID account, UUID id) {
    return BulkStatement.orElse(
        end.execute(account, id).map(found -> found.map(row -> true)),
        () -> database.change(REVOKE, Tuple.of(id, account)).map(rows -> rows.rowCount() > 0));
  }

  /**
   * Revokes a key and all that were made with it, with those made with them; the number of keys
   * that were in force.
   */
  Future<Long> revokeTree(UUID account, UUID id) {
    return database.change(REVOKE_TREE, Tuple.of(account, id)).map(Rows::number);
  }
}
