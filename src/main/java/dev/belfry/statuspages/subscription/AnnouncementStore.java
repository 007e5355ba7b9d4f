package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.FreshPlans;
import dev.belfry.platform.db.Rows;
import dev.belfry.statuspages.subscription.AnnouncementWorker.Progress;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The SQL that queues the messages of announcements, one piece in each transaction. The transaction
 * locks the row of the announcement, so an instance that dies leaves a piece done or not begun.
 */
final class AnnouncementStore {
  /** Subscribers in one piece. */
  static final int PIECE = 500;

  /** Messages of an account that are due, beyond which its announcements slow down. */
  static final int MOST_DUE = 500;

  /** Milliseconds between two pieces of an account with that many messages. */
  static final int SLOW_MILLIS = 5_000;

  private static final String COUNT = "SELECT count(*) FROM announcements";

  /**
   * Selects the oldest announcement of the account whose turn it is. An announcement that another
   * transaction works on or deletes is skipped, its account with it: subscribers get updates in
   * their order. The update is locked before a deletion can cascade to the announcement, so the two
   * cannot deadlock.
   */
  private static final String NEXT =
      """
      WITH due AS (
        SELECT account_id, count(*) AS messages FROM deliveries
        WHERE state = 'PENDING' AND due_ms <= (SELECT epoch_millis())
          AND kind IN ('UPDATE', 'DIGEST')
        GROUP BY account_id)
      SELECT a.update_id, a.account_id, a.page_ids, a.created_ms, a.reached_type, a.reached_key,
        (SELECT s.service_ids FROM update_audiences s WHERE s.update_id = a.update_id)
      FROM announcements a JOIN incident_updates u ON u.id = a.update_id
      WHERE a.update_id IN (
          SELECT DISTINCT ON (account_id) update_id FROM announcements
          ORDER BY account_id, created_ms, update_id)
        AND (a.moved_ms <= (SELECT epoch_millis()) - %d OR NOT EXISTS (
          SELECT FROM due WHERE due.account_id = a.account_id AND due.messages >= %d))
      ORDER BY array_position($1::uuid[], a.account_id) NULLS FIRST, a.created_ms, a.update_id
      LIMIT 1 FOR UPDATE OF a SKIP LOCKED FOR KEY SHARE OF u SKIP LOCKED"""
          .formatted(SLOW_MILLIS, MOST_DUE);

  /**
   * Waits for a deletion of one of the pages, which deletes its subscriptions, instead of a
   * deadlock with it.
   */
  private static final String LOCK_PAGES =
      "SELECT FROM status_pages WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE";

  /**
   * Queues one message for each of the next addresses. An address with subscriptions to several of
   * the pages gets it through the oldest one that chose a service of the update. All subscriptions
   * of an address are in one piece, therefore an address gets one message even if it leaves a page
   * between two pieces. If a chosen subscription is deleted at this moment, the statement changes
   * nothing; the next one chooses anew.
   */
  private static final String QUEUE =
      """
      WITH pages AS MATERIALIZED (
        SELECT p.id, services_of_page(p.id) AS shown FROM unnest($3::uuid[]) AS p (id)),
      near AS (
        SELECT subscription.* FROM pages page, LATERAL (
          SELECT s.type, s.address_key, s.id FROM status_page_subscriptions s
          WHERE s.page_id = page.id AND s.status = 'VERIFIED' AND s.verified_ms <= $4::bigint
            AND s.frequency = 'IMMEDIATE'
            AND subscriber_hears(s.service_ids, $8::uuid[], page.shown)
            AND (s.type, s.address_key) > ($5::text, $6::text)
          ORDER BY s.type, s.address_key LIMIT $7) subscription),
      recipients AS MATERIALIZED (
        SELECT DISTINCT ON (type, address_key) type, address_key, id FROM near
        ORDER BY type, address_key, id LIMIT $7),
      kept AS MATERIALIZED (
        SELECT s.id FROM status_page_subscriptions s JOIN recipients USING (id)
        ORDER BY s.id FOR KEY SHARE OF s),
      piece AS MATERIALIZED (
        SELECT count(*) AS size FROM recipients
        HAVING count(*) = (SELECT count(*) FROM kept)),
      queued AS (
        INSERT INTO deliveries
          (id, account_id, kind, lane, update_id, subscription_id, created_ms, expires_ms)
        SELECT gen_random_uuid(), $2::uuid, 'UPDATE',
          {lane},
          $1::uuid, r.id, $4, $4 + 86400000
        FROM piece, recipients r ORDER BY r.id
        ON CONFLICT (update_id, subscription_id) WHERE update_id IS NOT NULL DO NOTHING
        RETURNING 1),
      moved AS (
        UPDATE announcements a
        SET reached_type = last.type, reached_key = last.address_key, moved_ms = epoch_millis()
        FROM piece, LATERAL (
          SELECT type, address_key FROM recipients ORDER BY type DESC, address_key DESC LIMIT 1)
          AS last
        WHERE a.update_id = $1 AND piece.size = $7),
      ended AS (
        DELETE FROM announcements a USING piece WHERE a.update_id = $1 AND piece.size < $7)
      SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify('belfry_deliveries', '')::text END
      FROM queued"""
          .replace("{lane}", SubscriberLane.SQL);

  private final Database database;
  private final AccountTurns turns = new AccountTurns();

  AnnouncementStore(Database database) {
    this.database = database;
  }

  private record Announcement(
      UUID update,
      UUID account,
      List<UUID> pages,
      long createdMs,
      String type,
      String key,
      List<UUID> services) {
    static Announcement of(Row row) {
      return new Announcement(
          row.getUUID(0),
          row.getUUID(1),
          List.of(row.getArrayOfUUIDs(2)),
          row.getLong(3),
          row.getString(4),
          row.getString(5),
          List.of(row.getArrayOfUUIDs(6)));
    }
  }

  /** Queues one piece of the announcement whose turn it is; fails when the database does. */
  Future<Progress> queuePiece() {
    return database
        .query(COUNT, Tuple.tuple())
        .compose(
            rows -> {
              if (Rows.number(rows) == 0) {
                turns.clear();
                return Future.succeededFuture(Progress.NONE);
              }
              return database.transaction(this::queuePiece);
            });
  }

  private Future<Progress> queuePiece(SqlConnection connection) {
    FreshPlans.require(connection);
    return connection
        .preparedQuery(NEXT)
        .execute(Tuple.tuple().addArrayOfUUID(turns.oldestFirst()))
        .map(rows -> Rows.first(rows, Announcement::of))
        .compose(found -> queuePiece(connection, found));
  }

  private Future<Progress> queuePiece(SqlConnection connection, Optional<Announcement> found) {
    if (found.isEmpty()) {
      return Future.succeededFuture(Progress.WAITING);
    }
    Announcement next = found.get();
    turns.onTurn(next.account());
    return connection
        .preparedQuery(LOCK_PAGES)
        .execute(Tuple.tuple().addArrayOfUUID(next.pages().toArray(UUID[]::new)))
        .compose(
            locked ->
                connection
                    .preparedQuery(QUEUE)
                    .execute(
                        Tuple.of(next.update(), next.account())
                            .addArrayOfUUID(next.pages().toArray(UUID[]::new))
                            .addLong(next.createdMs())
                            .addString(next.type())
                            .addString(next.key())
                            .addInteger(PIECE)
                            .addArrayOfUUID(next.services().toArray(UUID[]::new))))
        .map(Progress.QUEUED);
  }
}
