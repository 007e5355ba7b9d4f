package dev.belfry.account.key;

import dev.belfry.api.auth.ApiKeys;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of API keys as resources. */
final class KeyStore {
  private static final String COLUMNS =
      "id, name, scope, rate_limit, created_at, expires_at, revoked_at";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + " FROM api_keys WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3";

  private static final String COUNT = "SELECT count(*) FROM api_keys WHERE account_id = $1";

  private static final String READ =
      "SELECT " + COLUMNS + " FROM api_keys WHERE id = $1 AND account_id = $2";

  private static final String INSERT = ApiKeys.INSERT_VALUES + "($1, $2, $3, $4, $5, $6, $7)";

  private static final String REVOKE =
      """
      UPDATE api_keys SET revoked_at = now()
      WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL""";

  private final Database database;

  KeyStore(Database database) {
    this.database = database;
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

  Future<Void> insert(UUID account, KeyRow row) {
    return database
        .change(
            INSERT,
            Tuple.of(row.id(), account, row.name(), row.scope().wire())
                .addInteger(row.rateLimit())
                .addValue(row.createdAt())
                .addValue(row.expiresAt()))
        .mapEmpty();
  }

  Future<Boolean> revoke(UUID account, UUID id) {
    return database.change(REVOKE, Tuple.of(id, account)).map(rows -> rows.rowCount() > 0);
  }
}
