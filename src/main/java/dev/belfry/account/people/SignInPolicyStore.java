package dev.belfry.account.people;

import dev.belfry.api.auth.SignedInPerson;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/** The SQL of what accounts demand of sign-ins. A trigger restricts the members. */
final class SignInPolicyStore {
  private static final String READ = "SELECT second_factor_required FROM accounts WHERE id = $1";

  /** As the trigger does, so that all lock the members before their account. */
  private static final String HOLD =
      """
      SELECT FROM memberships WHERE account_id = $1
      ORDER BY account_id, user_id FOR NO KEY UPDATE""";

  private static final String REQUIRE =
      """
      UPDATE accounts SET second_factor_required = $2
      WHERE id = $1 AND (NOT $2 OR $3 OR EXISTS (SELECT FROM second_factors f
        WHERE f.user_id = $4 AND f.confirmed_at IS NOT NULL))""";

  private final Database database;

  SignInPolicyStore(Database database) {
    this.database = database;
  }

  /** Whether an account requires a second factor; empty when it is gone. */
  Future<Optional<Boolean>> isRequired(UUID account) {
    return database
        .query(READ, Tuple.of(account))
        .map(rows -> Rows.first(rows, row -> row.getBoolean(0)));
  }

  /** Changes it; false when the person who demands a factor has none. */
  Future<Boolean> require(UUID account, SignedInPerson owner, boolean required) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(HOLD)
                .execute(Tuple.of(account))
                .compose(
                    held ->
                        connection
                            .preparedQuery(REQUIRE)
                            .execute(Tuple.of(account, required, owner.byProvider(), owner.id())))
                .map(rows -> rows.rowCount() > 0));
  }
}
