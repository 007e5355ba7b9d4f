package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
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
 * The SQL of codes by text message. Each request of a reader counts before a message is queued,
 * also one that leads to none, so that limits tell nothing about who is subscribed.
 */
final class SmsCodeStore {
  static final int MOST_OF_NUMBER = 3;
  static final int MOST_OF_NUMBER_IN_MONTH = 10;
  static final int MOST_OF_CLIENT = 10;
  static final int MOST_OF_PAGE = 50;
  private static final int MOST_ATTEMPTS = 5;

  /** How long a code is valid; as long as no other one is sent. */
  static final String VALIDITY = "interval '1 hour'";

  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtext('belfry.sms_codes'))::text";

  private static final String COUNTS =
      """
      SELECT count(*) FILTER (WHERE at_ms > $1::bigint - 86400000 AND number = $2),
        count(*) FILTER (WHERE number = $2),
        count(*) FILTER (WHERE at_ms > $1 - 86400000 AND client = $3),
        count(*) FILTER (WHERE at_ms > $1 - 86400000 AND page_id = $4),
        count(*) FILTER (WHERE at_ms > $1 - 86400000 AND account_id = $5)
      FROM sms_code_requests
      WHERE at_ms > $1 - 86400000 OR (number = $2 AND at_ms > $1 - 2592000000)""";

  private static final String ADD =
      """
      INSERT INTO sms_code_requests (at_ms, number, client, page_id, account_id)
      VALUES ($1, $2, $3, $4, $5)""";

  private static final String ATTEMPT =
      """
      UPDATE status_page_subscriptions SET code_attempts = code_attempts + 1
      WHERE page_id = $1 AND type = 'SMS' AND address_key = $2 AND code_attempts < %d
        AND invited_at > $3::timestamptz - %s
      RETURNING id, invitations"""
          .formatted(MOST_ATTEMPTS, VALIDITY);

  private static final String CURRENT =
      """
      SELECT id, invitations FROM status_page_subscriptions
      WHERE id = $1 AND status = 'PENDING' AND invited_at > now() - %s"""
          .formatted(VALIDITY);

  private final Database database;

  SmsCodeStore(Database database) {
    this.database = database;
  }

  /**
   * A code that was sent.
   *
   * @param number how many had been sent to the subscription, this one included
   */
  record Sent(UUID subscription, int number) {
    static Sent of(Row row) {
      return new Sent(row.getUUID(0), row.getInteger(1));
    }
  }

  /** Who requests a code. */
  record CodeRequest(UUID account, UUID page, String number, String client) {}

  /**
   * Counts a request; fails with a 409 that names the limit when there are too many. Requests take
   * turns, so that limits are exact.
   */
  static Future<Void> admit(
      SqlConnection connection, CodeRequest request, Config.Subscribers limits, long nowMs) {
    Tuple parameters =
        Tuple.of(nowMs, request.number(), request.client(), request.page(), request.account());
    return connection
        .query(LOCK)
        .execute()
        .compose(locked -> connection.preparedQuery(COUNTS).execute(parameters))
        .compose(
            rows -> {
              Row counts = rows.iterator().next();
              boolean tooMany =
                  counts.getLong(0) >= MOST_OF_NUMBER
                      || counts.getLong(1) >= MOST_OF_NUMBER_IN_MONTH
                      || counts.getLong(2) >= MOST_OF_CLIENT
                      || counts.getLong(3) >= MOST_OF_PAGE
                      || counts.getLong(4) >= limits.maxCodes();
              return tooMany
                  ? Future.failedFuture(
                      new ApiException(
                          ApiError.CONFLICT, "Too many codes by text message were requested"))
                  : connection.preparedQuery(ADD).execute(parameters).mapEmpty();
            });
  }

  /** Counts an attempt to enter the code of a number; empty when no code is valid. */
  Future<Optional<Sent>> attempt(UUID page, String number, OffsetDateTime now) {
    return database
        .change(ATTEMPT, Tuple.of(page, number, now))
        .map(rows -> Rows.first(rows, Sent::of));
  }

  /** The code that an unconfirmed subscription waits for; empty when it is too old. */
  Future<Optional<Sent>> current(UUID subscription) {
    return database.query(CURRENT, Tuple.of(subscription)).map(rows -> Rows.first(rows, Sent::of));
  }
}
