package dev.belfry.api.idempotency;

import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The SQL of kept answers. */
final class IdempotencyStore {
  /** Held until the transaction ends, however the process that holds it ends. */
  private static final String TRY_LOCK =
      """
      SELECT pg_try_advisory_xact_lock(a.lock), a.number
      FROM unnest($1::uuid[], $2::text[], $3::bigint[])
        WITH ORDINALITY AS a (account_id, id, lock, number)""";

  private static final String FIND =
      """
      SELECT k.answer, a.number
      FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS a (account_id, id, number)
        JOIN idempotency_keys k ON k.id = decode(a.id, 'hex')""";

  private static final String KEEP =
      """
      INSERT INTO idempotency_keys (id, answer)
      SELECT decode(a.id, 'hex'), a.answer
      FROM unnest($1::uuid[], $2::text[], $3::text[]) AS a (account_id, id, answer)
        CROSS JOIN (SELECT set_config('belfry.acting', $4, true)) AS acting""";

  /** Rows that another instance deletes are skipped. */
  private static final String FORGET =
      """
      DELETE FROM idempotency_keys WHERE id = ANY (ARRAY(
        SELECT id FROM idempotency_keys WHERE kept_at < now() - interval '24 hours'
        ORDER BY kept_at LIMIT $1 FOR UPDATE SKIP LOCKED))""";

  private final Database database;
  private final BulkStatement tryLock;
  private final BulkStatement find;
  private final BulkStatement keep;

  IdempotencyStore(Database database) {
    this.database = database;
    this.tryLock = database.bulkRead(TRY_LOCK, TEXT, LONG);
    this.find = database.bulkRead(FIND, TEXT);
    this.keep = database.bulkWrite(KEEP, TEXT, TEXT);
  }

  /**
   * Completes with whether this request has the key to itself, until the present transaction ends.
   */
  Future<Boolean> tryLock(KeyedAttempt attempt) {
    return tryLock
        .execute(attempt.account(), attempt.name(), attempt.lock())
        .map(found -> found.orElseThrow().getBoolean(0));
  }

  /**
   * The stored answer, sealed. Sent after {@link #tryLock}, so that it sees earlier answers; it
   * need not have been answered.
   */
  Future<Optional<String>> find(KeyedAttempt attempt) {
    return find.execute(attempt.account(), attempt.name())
        .map(found -> found.map(row -> row.getString(0)));
  }

  Future<Void> keep(KeyedAttempt attempt, String text) {
    return keep.execute(attempt.account(), attempt.name(), text).mapEmpty();
  }

  /** Deletes answers that are older than a day, at most so many; completes with their number. */
  Future<Integer> forget(int most) {
    return database.query(FORGET, Tuple.of(most)).map(rows -> rows.rowCount());
  }
}
