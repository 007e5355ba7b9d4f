package dev.belfry.account.profile;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/** The accounts' SQL. */
final class AccountStore {
  private static final String READ =
      "SELECT id, name, runtime_id, alert_settings::text FROM accounts WHERE id = $1";

  private static final String KEY_NAME =
      "SELECT name FROM api_keys WHERE id = $1 AND account_id = $2";

  private final Database database;

  AccountStore(Database database) {
    this.database = database;
  }

  /** The name of a key, empty when the key is gone; fails with a 503 without the database. */
  Future<Optional<String>> keyName(UUID key, UUID account) {
    return database
        .query(KEY_NAME, Tuple.of(key, account))
        .map(rows -> Rows.first(rows, row -> row.getString(0)));
  }

  Future<Optional<AccountRow>> read(UUID id) {
    return database.query(READ, Tuple.of(id)).map(rows -> Rows.first(rows, AccountRow::of));
  }
}
