package dev.belfry.account;

import dev.belfry.db.Database;
import dev.belfry.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/** The accounts' SQL. */
final class AccountStore {
  private static final String READ =
      "SELECT id, name, runtime_id, alert_settings::text FROM accounts WHERE id = $1";

  private final Database database;

  AccountStore(Database database) {
    this.database = database;
  }

  Future<Optional<AccountRow>> read(UUID id) {
    return database.query(READ, Tuple.of(id)).map(rows -> Rows.first(rows, AccountRow::of));
  }
}
