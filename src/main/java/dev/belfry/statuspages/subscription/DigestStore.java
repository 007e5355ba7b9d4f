package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.FreshPlans;
import dev.belfry.platform.db.Rows;
import dev.belfry.statuspages.subscription.AnnouncementWorker.Progress;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The SQL that queues digests which are due, one piece in each transaction. It locks the
 * subscriptions and moves their due times together with the messages, so an instance that dies
 * leaves a digest queued or due.
 */
final class DigestStore {
  /** Subscriptions in one piece. */
  static final int PIECE = 200;

  /**
   * Digests tell of updates that are this old. Longer than the transaction that posts an update, so
   * that none is committed after the digest of its time.
   */
  static final int LAG_MILLIS = 15_000;

  private static final String DUE =
      """
      s.frequency <> 'IMMEDIATE' AND s.status = 'VERIFIED'
        AND s.digest_due_ms <= (SELECT epoch_millis()) - %d"""
          .formatted(LAG_MILLIS);

  /** Accounts with many messages that are due wait. */
  private static final String NEXT =
      """
      WITH due AS (
        SELECT account_id, count(*) AS messages FROM deliveries
        WHERE state = 'PENDING' AND due_ms <= (SELECT epoch_millis())
          AND kind IN ('UPDATE', 'DIGEST')
        GROUP BY account_id),
      waiting AS (SELECT DISTINCT s.account_id FROM status_page_subscriptions s WHERE %s)
      SELECT (SELECT count(*) FROM waiting), (SELECT epoch_millis()), (
        SELECT w.account_id FROM waiting w
        WHERE NOT EXISTS (
          SELECT FROM due WHERE due.account_id = w.account_id AND due.messages >= %d)
        ORDER BY array_position($1::uuid[], w.account_id) NULLS FIRST, w.account_id LIMIT 1)"""
          .formatted(DUE, AnnouncementStore.MOST_DUE);

  /** The subscriptions whose digests are due, and whether there is something to tell. */
  private static final String LOCK =
      """
      WITH mine AS MATERIALIZED (
        SELECT s.id, s.page_id, s.service_ids, s.frequency, s.digest_hour::integer AS hour,
          s.digest_zone, greatest(s.digest_told_ms, s.verified_ms) AS from_ms
        FROM status_page_subscriptions s WHERE s.account_id = $1 AND %s
        ORDER BY s.digest_due_ms, s.id LIMIT %d FOR NO KEY UPDATE SKIP LOCKED)
      SELECT m.id, m.from_ms, m.frequency, m.hour, m.digest_zone, EXISTS (%s)
      FROM mine m"""
          .formatted(DUE, PIECE, "SELECT" + DigestContentStore.told("m", "m.from_ms", "$2"));

  private static final String QUEUE =
      """
      WITH piece AS MATERIALIZED (
        SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[])
          AS p (id, from_ms, next_ms, tells)),
      moved AS (
        UPDATE status_page_subscriptions s SET digest_due_ms = p.next_ms, digest_told_ms = $6
        FROM piece p WHERE s.id = p.id),
      queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane, subscription_id)
        SELECT gen_random_uuid(), $1, 'DIGEST', {lane}, p.id
        FROM piece p JOIN status_page_subscriptions r ON r.id = p.id WHERE p.tells ORDER BY p.id
        RETURNING id, subscription_id),
      told AS (
        INSERT INTO digests (delivery_id, from_ms, to_ms)
        SELECT q.id, p.from_ms, $6 FROM queued q JOIN piece p ON p.id = q.subscription_id)
      SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify('belfry_deliveries', '')::text END
      FROM queued"""
          .replace("{lane}", SubscriberLane.SQL);

  private final Database database;
  private final AccountTurns turns = new AccountTurns();

  DigestStore(Database database) {
    this.database = database;
  }

  /**
   * Whose turn it is.
   *
   * @param waiting accounts with digests that are due
   */
  private record Turn(long waiting, long nowMs, Optional<UUID> account) {}

  /** A digest that is due. */
  private record Due(UUID subscription, long fromMs, DigestSchedule schedule, boolean tells) {
    static Due of(Row row) {
      return new Due(
          row.getUUID(0),
          row.getLong(1),
          ChoiceColumns.schedule(row.getString(2), row.getInteger(3), row.getString(4)),
          row.getBoolean(5));
    }
  }

  /** Queues the digests of one account whose turn it is; fails when the database does. */
  Future<Progress> queuePiece() {
    return database
        .query(NEXT, Tuple.tuple().addArrayOfUUID(turns.oldestFirst()))
        .compose(
            rows -> {
              Turn turn =
                  Rows.first(
                          rows,
                          row ->
                              new Turn(
                                  row.getLong(0),
                                  row.getLong(1),
                                  Optional.ofNullable(row.getUUID(2))))
                      .orElseThrow();
              if (turn.waiting() == 0) {
                turns.clear();
                return Future.succeededFuture(Progress.NONE);
              }
              return turn.account()
                  .map(account -> queuePiece(account, turn.nowMs()))
                  .orElseGet(() -> Future.succeededFuture(Progress.WAITING));
            });
  }

  private Future<Progress> queuePiece(UUID account, long nowMs) {
    turns.onTurn(account);
    return database.transaction(connection -> queuePiece(connection, account, nowMs));
  }

  private Future<Progress> queuePiece(SqlConnection connection, UUID account, long nowMs) {
    FreshPlans.require(connection);
    long untilMs = nowMs - LAG_MILLIS;
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, untilMs))
        .map(rows -> Rows.list(rows, Due::of))
        .compose(
            due ->
                due.isEmpty()
                    ? Future.succeededFuture(Progress.WAITING)
                    : queue(connection, account, due, nowMs, untilMs).map(Progress.QUEUED));
  }

  private static Future<Void> queue(
      SqlConnection connection, UUID account, List<Due> due, long nowMs, long untilMs) {
    Instant now = Instant.ofEpochMilli(nowMs);
    return connection
        .preparedQuery(QUEUE)
        .execute(
            Tuple.of(account)
                .addArrayOfUUID(due.stream().map(Due::subscription).toArray(UUID[]::new))
                .addArrayOfLong(due.stream().map(Due::fromMs).toArray(Long[]::new))
                .addArrayOfLong(
                    due.stream()
                        .map(one -> one.schedule().after(now).toEpochMilli())
                        .toArray(Long[]::new))
                .addArrayOfBoolean(due.stream().map(Due::tells).toArray(Boolean[]::new))
                .addLong(untilMs))
        .mapEmpty();
  }
}
