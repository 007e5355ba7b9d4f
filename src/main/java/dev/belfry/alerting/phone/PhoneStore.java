package dev.belfry.alerting.phone;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.UUID;

/** The SQL of phone numbers. What changes the phone of a person takes turns. */
final class PhoneStore {
  private static final String FIND =
      """
      SELECT p.number, p.use, p.confirmed_at, p.refused_at IS NOT NULL, p.last_success_at,
        p.failures, c.number, c.requested_at, d.state
      FROM (VALUES ($1::uuid)) AS own (id)
        LEFT JOIN person_phones p ON p.user_id = own.id
        LEFT JOIN phone_codes c ON c.user_id = own.id AND c.requested_at > $2 AND NOT c.ended
          AND c.guesses < $3
        LEFT JOIN deliveries d ON d.id = c.delivery_id""";

  private static final String USE = "UPDATE person_phones SET use = $2 WHERE user_id = $1";

  private static final String HOLD =
      "SELECT pg_advisory_xact_lock(hashtextextended('belfry.phone ' || $1::uuid::text, 0))::text";

  private static final String REMOVE =
      """
      WITH ended AS (
        UPDATE phone_codes SET ended = true
        WHERE user_id = $1 AND requested_at > $2 AND NOT ended RETURNING 1),
      gone AS (DELETE FROM person_phones WHERE user_id = $1 RETURNING 1)
      SELECT (SELECT count(*) FROM ended) + (SELECT count(*) FROM gone)""";

  private final Database database;

  PhoneStore(Database database) {
    this.database = database;
  }

  /** Makes the caller's transaction wait for others about the same person. */
  static Future<Void> hold(SqlConnection connection, UUID person) {
    return connection.preparedQuery(HOLD).execute(Tuple.of(person)).mapEmpty();
  }

  Future<OwnPhone> find(UUID person, OffsetDateTime now) {
    return database
        .query(FIND, Tuple.of(person, now.minus(PhoneCodes.VALIDITY), PhoneCodeStore.MOST_GUESSES))
        .map(rows -> Rows.first(rows, OwnPhone::of).orElseThrow());
  }

  /** Says when messages are sent; false without a number. */
  Future<Boolean> use(UUID person, PhoneUse use) {
    return database.change(USE, Tuple.of(person, use.name())).map(rows -> rows.rowCount() > 0);
  }

  /** Removes the number, and one that waits for its code; false when there is neither. */
  Future<Boolean> remove(UUID person, OffsetDateTime now) {
    return database.transaction(
        connection ->
            hold(connection, person)
                .compose(
                    held ->
                        connection
                            .preparedQuery(REMOVE)
                            .execute(Tuple.of(person, now.minus(PhoneCodes.VALIDITY))))
                .map(rows -> Rows.number(rows) > 0));
  }
}
