package dev.belfry.alerting.phone;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The phones of persons, as the sender of messages uses them, and how many messages each got. */
public final class PersonPhones {
  /** Text messages to a person within an hour. */
  public static final int MOST_IN_HOUR = 10;

  /** Text messages to a person within a day. */
  public static final int MOST_IN_DAY = 30;

  private static final String FIND =
      """
      SELECT user_id, number, use FROM person_phones
      WHERE user_id = ANY ($1::uuid[]) AND use <> 'NEVER' AND refused_at IS NULL""";

  private static final String HOLD =
      "SELECT FROM person_phones WHERE user_id = $1 AND number = $2 FOR NO KEY UPDATE";

  /** A message counts once, however often it is tried. */
  private static final String CLAIM =
      """
      INSERT INTO person_texts AS t (user_id, delivery_id, sent_at)
      SELECT $1, $2, $3 FROM (
        SELECT count(*) FILTER (WHERE sent_at > $3::timestamptz - interval '1 hour') AS hour,
          count(*) AS day
        FROM person_texts
        WHERE user_id = $1 AND delivery_id <> $2 AND sent_at > $3::timestamptz - interval '1 day'
      ) AS others WHERE hour < $4 AND day < $5
      ON CONFLICT (user_id, delivery_id) DO UPDATE SET sent_at = t.sent_at
      RETURNING taken""";

  private static final String TAKEN =
      """
      WITH noted AS (
        UPDATE person_texts SET taken = true WHERE user_id = $1 AND delivery_id = $2)
      UPDATE person_phones SET last_success_at = $4, failures = 0
      WHERE user_id = $1 AND number = $3""";

  private static final String FAILED =
      """
      UPDATE person_phones SET failures = failures + 1,
        refused_at = CASE WHEN $4 THEN $3 ELSE refused_at END
      WHERE user_id = $1 AND number = $2""";

  private final Database database;
  private final InstantSource clock;

  /** Whether a message may go to a phone. */
  public enum Claim {
    GRANTED,
    /** The gateway has it already, which an attempt that was killed did not write down. */
    TAKEN,
    /** The person got too many. */
    TOO_MANY,
    /** The person has no such number any more. */
    GONE
  }

  /** Creates it; {@code clock} counts hours and days. */
  public PersonPhones(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** The phones of these persons that may get messages. */
  public Future<List<PersonPhone>> of(Collection<UUID> persons) {
    return database
        .query(FIND, Tuple.tuple().addArrayOfUUID(persons.toArray(UUID[]::new)))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new PersonPhone(
                            row.getUUID(0), row.getString(1), PhoneUse.valueOf(row.getString(2)))));
  }

  /** Counts a message to a phone, unless the person got too many. */
  public Future<Claim> claim(PersonPhone phone, UUID delivery) {
    Tuple values =
        Tuple.of(phone.person(), delivery, now()).addInteger(MOST_IN_HOUR).addInteger(MOST_IN_DAY);
    return database.transaction(
        connection ->
            connection
                .preparedQuery(HOLD)
                .execute(Tuple.of(phone.person(), phone.number()))
                .compose(
                    held ->
                        held.size() == 0
                            ? Future.succeededFuture(Claim.GONE)
                            : connection
                                .preparedQuery(CLAIM)
                                .execute(values)
                                .map(
                                    rows ->
                                        Rows.first(rows, row -> row.getBoolean(0))
                                            .map(taken -> taken ? Claim.TAKEN : Claim.GRANTED)
                                            .orElse(Claim.TOO_MANY))));
  }

  /** Writes down that the gateway has a message. */
  public Future<Void> markTaken(PersonPhone phone, UUID delivery) {
    return database
        .change(TAKEN, Tuple.of(phone.person(), delivery, phone.number(), now()))
        .mapEmpty();
  }

  /**
   * Counts a message that the gateway did not take.
   *
   * @param isFinal whether the number takes no messages any more; it then gets none until the
   *     person confirms it again
   */
  public Future<Void> markFailed(PersonPhone phone, boolean isFinal) {
    return database
        .change(FAILED, Tuple.of(phone.person(), phone.number(), now(), isFinal))
        .mapEmpty();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
