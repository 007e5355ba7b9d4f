package dev.belfry.alerting.phone;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * The SQL of codes. A request is counted in the transaction that queues its message. Transactions
 * hold the person first and then what all share, so that none wait for each other.
 */
final class PhoneCodeStore {
  /** Wrong codes after which a code is not valid any more. */
  static final int MOST_GUESSES = 5;

  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtext('belfry.phone_codes'))::text";

  private static final String COUNTS =
      """
      SELECT count(*) FILTER (WHERE recent AND user_id = $1),
        count(*) FILTER (WHERE recent AND number = $2),
        count(*) FILTER (WHERE number = $2),
        count(*) FILTER (WHERE recent AND number = $2 AND user_id = $1),
        count(*) FILTER (WHERE number = $2 AND user_id = $1),
        count(*) FILTER (WHERE recent AND account_id = $3),
        count(*) FILTER (WHERE recent),
        coalesce(sum(guesses) FILTER (WHERE recent AND user_id = $1), 0)::bigint
      FROM (SELECT *, requested_at > $4::timestamptz - interval '1 day' AS recent FROM phone_codes
        WHERE requested_at > $4::timestamptz - interval '1 day'
          OR (number = $2 AND requested_at > $4::timestamptz - interval '30 days')) AS counted""";

  private static final String QUEUE =
      """
      WITH replaced AS (
        UPDATE phone_codes SET ended = true WHERE user_id = $1 AND NOT ended),
      noted AS (
        INSERT INTO phone_codes (delivery_id, account_id, user_id, number, requested_at)
        VALUES ($5, $3, $1, $2, $4)),
      queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane)
        VALUES ($5, $3, 'PHONE_CODE', 'phone-codes') RETURNING 1)
      SELECT pg_notify('belfry_deliveries', '')::text FROM queued""";

  private static final String CURRENT =
      """
      SELECT delivery_id, number, guesses,
        (SELECT coalesce(sum(g.guesses), 0)::bigint FROM phone_codes g
          WHERE g.user_id = $1 AND g.requested_at > $2::timestamptz - interval '1 day')
      FROM phone_codes WHERE user_id = $1 AND NOT ended AND requested_at > $3""";

  private static final String WRONG =
      "UPDATE phone_codes SET guesses = guesses + 1 WHERE delivery_id = $1";

  private static final String END = "UPDATE phone_codes SET ended = true WHERE delivery_id = $1";

  /** A number belongs to the person who confirmed it last: numbers get new owners. */
  private static final String TAKE =
      "DELETE FROM person_phones WHERE number = $2 AND user_id <> $1";

  private static final String CONFIRM =
      """
      INSERT INTO person_phones AS p (user_id, number, use, confirmed_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id) DO UPDATE SET number = $2, confirmed_at = $4, refused_at = NULL,
        failures = 0,
        last_success_at = CASE WHEN p.number = $2 THEN p.last_success_at END""";

  private static final String TO_SEND =
      """
      SELECT number FROM phone_codes
      WHERE delivery_id = $1 AND account_id = $2 AND NOT ended AND requested_at > $3""";

  private final Database database;

  /** What became of a code that a person entered. */
  enum Verdict {
    RIGHT,
    WRONG,
    /** None is valid. */
    NONE,
    /** The person has entered too many wrong ones. */
    TOO_MANY
  }

  PhoneCodeStore(Database database) {
    this.database = database;
  }

  /**
   * Queues the message with a code, in place of an earlier one; fails with a 409 when a bound is
   * met.
   *
   * @param most codes of all persons in a day
   */
  Future<Void> request(CodeRequest request, UUID delivery, int most, OffsetDateTime now) {
    return database.transaction(
        connection ->
            PhoneStore.hold(connection, request.person())
                .compose(held -> require(connection, request, most, now))
                .compose(some -> connection.query(LOCK).execute())
                .compose(locked -> require(connection, request, most, now))
                .compose(
                    allowed ->
                        connection
                            .preparedQuery(QUEUE)
                            .execute(counted(request, now).addUUID(delivery))
                            .mapEmpty()));
  }

  /**
   * The first look spares requests that are refused the lock that all share; the second is exact.
   */
  private static Future<Void> require(
      SqlConnection connection, CodeRequest request, int most, OffsetDateTime now) {
    return connection
        .preparedQuery(COUNTS)
        .execute(counted(request, now))
        .map(rows -> Rows.first(rows, CodeCounts::of).orElseThrow())
        .compose(
            counts ->
                counts.allows(most)
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        new ApiException(
                            ApiError.CONFLICT,
                            "Too many codes by text message were requested; try again tomorrow")));
  }

  private static Tuple counted(CodeRequest request, OffsetDateTime now) {
    return Tuple.of(request.person(), request.number(), request.account(), now);
  }

  /** Judges a code; a right one puts its number in force. A wrong one is counted before that. */
  Future<Verdict> confirm(UUID person, String entered, PhoneCodes codes, OffsetDateTime now) {
    return database.transaction(
        connection ->
            PhoneStore.hold(connection, person)
                .compose(
                    held ->
                        connection
                            .preparedQuery(CURRENT)
                            .execute(Tuple.of(person, now, now.minus(PhoneCodes.VALIDITY))))
                .map(rows -> Rows.first(rows, row -> row))
                .compose(
                    found ->
                        found
                            .map(row -> judge(connection, person, row, entered, codes, now))
                            .orElse(Future.succeededFuture(Verdict.NONE))));
  }

  private static Future<Verdict> judge(
      SqlConnection connection,
      UUID person,
      Row row,
      String entered,
      PhoneCodes codes,
      OffsetDateTime now) {
    if (row.getLong(3) >= CodeCounts.MOST_WRONG) {
      return Future.succeededFuture(Verdict.TOO_MANY);
    }
    if (row.getInteger(2) >= MOST_GUESSES) {
      return Future.succeededFuture(Verdict.NONE);
    }
    Tuple code = Tuple.of(row.getUUID(0));
    if (!codes.matches(row.getUUID(0), entered)) {
      return connection.preparedQuery(WRONG).execute(code).map(Verdict.WRONG);
    }
    String number = row.getString(1);
    return connection
        .query(LOCK)
        .execute()
        .compose(locked -> connection.preparedQuery(TAKE).execute(Tuple.of(person, number)))
        .compose(
            taken ->
                connection
                    .preparedQuery(CONFIRM)
                    .execute(Tuple.of(person, number, PhoneUse.FALLBACK.name(), now)))
        .compose(confirmed -> connection.preparedQuery(END).execute(code))
        .map(Verdict.RIGHT);
  }

  /** The number that the message with a code goes to; empty when the code is not valid any more. */
  Future<Optional<String>> number(UUID delivery, UUID account, OffsetDateTime now) {
    return database
        .query(TO_SEND, Tuple.of(delivery, account, now.minus(PhoneCodes.VALIDITY)))
        .map(rows -> Rows.first(rows, row -> row.getString(0)));
  }
}
