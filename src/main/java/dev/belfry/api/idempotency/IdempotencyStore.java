package dev.belfry.api.idempotency;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The SQL of kept answers. */
final class IdempotencyStore {
  /** Held until the transaction ends, however the process that holds it ends. */
  private static final String TRY_LOCK = "SELECT pg_try_advisory_xact_lock($1)";

  private static final String FIND = "SELECT answer FROM idempotency_keys WHERE id = $1";

  private static final String KEEP = "INSERT INTO idempotency_keys (id, answer) VALUES ($1, $2)";

  /** Rows that another instance deletes are skipped. */
  private static final String FORGET =
      """
      DELETE FROM idempotency_keys WHERE id = ANY (ARRAY(
        SELECT id FROM idempotency_keys WHERE kept_at < now() - interval '24 hours'
        ORDER BY kept_at LIMIT $1 FOR UPDATE SKIP LOCKED))""";

  private final Database database;

  IdempotencyStore(Database database) {
    this.database = database;
  }

  /** Completes with whether this request has the key to itself, until the transaction ends. */
  Future<Boolean> tryLock(KeyedAttempt attempt) {
    return database
        .query(TRY_LOCK, Tuple.of(attempt.lock()))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /**
   * The stored answer, sealed. Call it after the lock was taken, so that it sees earlier answers.
   */
  Future<Optional<String>> find(KeyedAttempt attempt) {
    return database
        .query(FIND, Tuple.of(Buffer.buffer(attempt.id())))
        .map(rows -> Rows.first(rows, row -> row.getString(0)));
  }

  Future<Void> keep(KeyedAttempt attempt, String text) {
    return database.query(KEEP, Tuple.of(Buffer.buffer(attempt.id()), text)).mapEmpty();
  }

  /** Deletes answers that are older than a day, at most so many; completes with their number. */
  Future<Integer> forget(int most) {
    return database.query(FORGET, Tuple.of(most)).map(rows -> rows.rowCount());
  }
}
