package dev.belfry.monitoring.variable;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Versioned;
import io.vertx.core.Future;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * The SQL of single variables, those of many requests in one statement. A key is unique within an
 * account only, so what a request names is the account and the key; the audit log finds its actor
 * by both.
 */
final class BulkVariableStore {
  private static final String CREATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $8, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[],
            $6::boolean[], $7::timestamptz[]) WITH ORDINALITY
          AS a (account_id, subject, key, value, locked, secret, at, number)),
      made AS (
        INSERT INTO variables (account_id, key, value, locked, secret, created_at)
          SELECT a.account_id, a.key, a.value, a.locked, a.secret, a.at
          FROM asked a CROSS JOIN acting
          ORDER BY a.account_id, a.key
          ON CONFLICT DO NOTHING
          RETURNING account_id, key)
      SELECT a.number FROM made m JOIN asked a ON a.account_id = m.account_id AND a.key = m.key""";

  private static final String LOOK_UP =
      """
      SELECT v.key, v.value, v.locked, v.secret, v.xmin::text, asked.number
      FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS asked (account_id, key, number)
        JOIN variables v ON v.account_id = asked.account_id AND v.key = asked.key""";

  private static final String HELD =
      """
      held AS MATERIALIZED (
        SELECT v.account_id, v.key
        FROM asked a JOIN variables v ON v.account_id = a.account_id AND v.key = a.key
        ORDER BY v.account_id, v.key FOR UPDATE OF v SKIP LOCKED)
      """;

  private static final String UPDATE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $9, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[],
            $6::boolean[], $7::boolean[], $8::timestamptz[]) WITH ORDINALITY
          AS a (account_id, subject, key, version, value, locked, secret, at, number)),
      """
          + HELD
          + """
          UPDATE variables v SET value = a.value, locked = a.locked, secret = a.secret,
            updated_at = a.at
          FROM asked a JOIN held h ON h.account_id = a.account_id AND h.key = a.key
            CROSS JOIN acting
          WHERE v.account_id = a.account_id AND v.key = a.key AND v.xmin::text = a.version
          RETURNING a.number""";

  private static final String DELETE =
      """
      WITH acting AS MATERIALIZED (SELECT set_config('belfry.acting', $4, true)),
      asked AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY
          AS a (account_id, subject, key, number)),
      """
          + HELD
          + """
          DELETE FROM variables v USING asked a
            JOIN held h ON h.account_id = a.account_id AND h.key = a.key
            CROSS JOIN acting
          WHERE v.account_id = a.account_id AND v.key = a.key
          RETURNING a.number""";

  private final BulkStatement create;
  private final BulkStatement lookUp;
  private final BulkStatement update;
  private final BulkStatement delete;

  BulkVariableStore(Database database) {
    create = database.bulkWrite(CREATE, TEXT, TEXT, TEXT, FLAG, FLAG, TIME);
    lookUp = database.bulkRead(LOOK_UP, TEXT);
    update = database.bulkWrite(UPDATE, TEXT, TEXT, TEXT, TEXT, FLAG, FLAG, TIME);
    delete = database.bulkWrite(DELETE, TEXT, TEXT);
  }

  private static String subject(UUID account, String key) {
    return account + "/" + key;
  }

  /**
   * Creates a variable. Empty, and nothing created, when the account has one with this key, or when
   * something was in the way.
   */
  Future<Optional<VariableRow>> create(UUID account, VariableRow row, OffsetDateTime now) {
    return create
        .execute(
            account,
            subject(account, row.key()),
            row.key(),
            row.value(),
            row.locked(),
            row.secret(),
            now)
        .map(found -> found.map(made -> row));
  }

  /** What is stored; empty when the account has no such variable. */
  Future<Optional<Versioned<VariableRow>>> lookUp(UUID account, String key) {
    return lookUp
        .execute(account, key)
        .map(found -> found.map(row -> new Versioned<>(VariableRow.of(row), row.getString(4))));
  }

  /**
   * Replaces a variable. Empty, and nothing changed, when it is not the same any more, or when
   * something was in the way.
   */
  Future<Optional<VariableRow>> update(
      UUID account, Versioned<VariableRow> changed, OffsetDateTime now) {
    VariableRow row = changed.value();
    return update
        .execute(
            account,
            subject(account, row.key()),
            row.key(),
            changed.version(),
            row.value(),
            row.locked(),
            row.secret(),
            now)
        .map(found -> found.map(replaced -> row));
  }

  /** Deletes a variable. Empty when there is none, or when something was in the way. */
  Future<Optional<Boolean>> delete(UUID account, String key) {
    return delete
        .execute(account, subject(account, key), key)
        .map(found -> found.map(deleted -> true));
  }
}
