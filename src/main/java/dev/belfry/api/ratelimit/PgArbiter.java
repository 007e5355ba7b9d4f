package dev.belfry.api.ratelimit;

import dev.belfry.platform.db.BatchOrder;
import dev.belfry.platform.db.BatchedStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Durability;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.TimeUnit;

/**
 * Counts in Postgres, a row for each bucket. Rows are locked in the order of their names, so that
 * no two processes wait for each other.
 */
public final class PgArbiter implements Arbiter {
  /**
   * Parameters: bucket, length of a window that begins, capacity, must, more, owed, length of
   * windows, end of the window that the process has seen, what is left of that.
   */
  private static final String GRANT =
      """
      INSERT INTO rate_windows AS w (bucket, ends_ms, granted, latest)
      SELECT $1, clock.now_ms + $2, counted.owed + given.grant, given.grant
      FROM (SELECT epoch_millis() AS now_ms, $3::int AS capacity, $4::int AS must, $5::int AS more,
        $6::int AS owed) AS clock
      CROSS JOIN LATERAL (SELECT clock.owed, greatest(0, clock.capacity - clock.owed) AS rest) AS counted
      CROSS JOIN LATERAL (SELECT least(counted.rest,
        clock.must + least(clock.more, greatest(0, counted.rest - clock.must) / 6)) AS grant) AS given
      ON CONFLICT (bucket) DO UPDATE SET (ends_ms, granted, latest) = (
        SELECT CASE WHEN judged.over THEN clock.now_ms + $2 ELSE judged.ends_ms END,
          counted.base + given.grant, given.grant
        FROM (SELECT epoch_millis() AS now_ms, $3::int AS capacity, $4::int AS must, $5::int AS more,
          $6::int AS owed, $7::bigint AS length, w.ends_ms = $8::bigint AS known,
          $9::bigint AS left_ms) AS clock
        CROSS JOIN LATERAL (SELECT clock.known AND clock.left_ms > 0 AS open,
          w.ends_ms - clock.now_ms - clock.left_ms AS apart) AS seen
        CROSS JOIN LATERAL (SELECT
          NOT seen.open AND (w.ends_ms <= clock.now_ms OR w.ends_ms > clock.now_ms + clock.length
            OR clock.known AND seen.apart > %1$d) AS over,
          CASE WHEN seen.open AND abs(seen.apart) > %1$d
            THEN clock.now_ms + clock.left_ms ELSE w.ends_ms END AS ends_ms) AS judged
        CROSS JOIN LATERAL (SELECT CASE WHEN judged.over THEN 0 ELSE w.granted END + clock.owed
          AS base) AS counted
        CROSS JOIN LATERAL (SELECT greatest(0, clock.capacity - counted.base) AS rest) AS left_over
        CROSS JOIN LATERAL (SELECT least(left_over.rest,
          clock.must + least(clock.more, greatest(0, left_over.rest - clock.must) / 6)) AS grant) AS given)
      RETURNING w.latest, w.granted, greatest(0, w.ends_ms - epoch_millis()), w.ends_ms"""
          .formatted(Seen.SLACK_MILLIS);

  private static final String GIVE_BACK =
      """
      UPDATE rate_windows SET granted = greatest(0, granted - $3::int)
      WHERE bucket = $1 AND ends_ms = $2""";

  /** The longest wait for a database that may be away. */
  private static final long PATIENCE_MILLIS = 250;

  private final BatchedStatement grant;
  private final Database database;

  public PgArbiter(Database database) {
    this.database = database;
    this.grant = database.batched(GRANT, BatchOrder.FIRST_TEXT, Durability.SOON);
  }

  @Override
  public Answer grant(Want want) {
    Future<Grant> granted =
        grant
            .execute(
                Tuple.of(
                    want.bucket(),
                    want.newMillis(),
                    want.capacity(),
                    want.must(),
                    want.more(),
                    want.owed(),
                    want.windowMillis(),
                    want.seen().endMillis(),
                    want.seen().leftMillis()))
            .map(
                rows -> {
                  Row row = rows.iterator().next();
                  return new Grant(
                      row.getInteger(0), row.getInteger(1), row.getLong(2), row.getLong(3));
                });
    return new Answer(granted.timeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS), granted);
  }

  @Override
  public Future<Void> release(String bucket, long endMillis, int tokens) {
    return database.query(GIVE_BACK, Tuple.of(bucket, endMillis, tokens)).mapEmpty();
  }
}
