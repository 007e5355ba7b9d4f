package dev.belfry.account.profile;

import dev.belfry.platform.config.Quota;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The accounts' SQL. */
final class AccountStore {
  private static final String READ =
      "SELECT id, name, runtime_id, alert_settings::text FROM accounts WHERE id = $1";

  private static final String CALLER_NAME =
      """
      SELECT name FROM api_keys WHERE id = $1 AND account_id = $2
      UNION ALL
      SELECT u.name FROM users u JOIN memberships m ON m.user_id = u.id
      WHERE u.id = $1 AND m.account_id = $2""";

  /** The database knows the quotas of its session and of the account. */
  private static final String QUOTAS =
      "SELECT q, quota_of($1, q), usage_of($1, q) FROM unnest($2::text[]) AS q";

  private final Database database;

  AccountStore(Database database) {
    this.database = database;
  }

  /**
   * The name of a key or a person, empty when it is gone; fails with a 503 without the database.
   */
  Future<Optional<String>> callerName(UUID id, UUID account) {
    return database
        .query(CALLER_NAME, Tuple.of(id, account))
        .map(rows -> Rows.first(rows, row -> row.getString(0)));
  }

  /** The quotas of an account that the database counts, by name. */
  Future<Map<String, Usage>> quotas(UUID account) {
    String[] names =
        Arrays.stream(Quota.values()).filter(Quota::stored).map(Quota::wire).toArray(String[]::new);
    return database
        .query(QUOTAS, Tuple.of(account).addArrayOfString(names))
        .map(
            rows -> {
              Map<String, Usage> quotas = new HashMap<>();
              rows.forEach(
                  row -> quotas.put(row.getString(0), new Usage(row.getLong(1), row.getLong(2))));
              return quotas;
            });
  }

  /**
   * A quota of an account.
   *
   * @param most 0 = unlimited
   * @param used how much of it the account has
   */
  record Usage(long most, long used) {}

  Future<Optional<AccountRow>> read(UUID id) {
    return database.query(READ, Tuple.of(id)).map(rows -> Rows.first(rows, AccountRow::of));
  }
}
