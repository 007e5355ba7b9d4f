package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Announces incident updates to status page subscribers. */
public final class Announcements {
  /** The delivery lane of all e-mail to subscribers; webhooks have one for each host. */
  public static final String MAIL_LANE = "mail";

  /** That of all text messages to subscribers. */
  static final String SMS_LANE = "sms";

  /** The payload that announces new rows on {@link dev.belfry.platform.outbox.PgOutbox#CHANNEL}. */
  static final String PAYLOAD = "announcement";

  /**
   * Keeps the pages that show a service of the incident and have a confirmed subscriber, and those
   * that were told of an earlier update. An update without such a page gets no row. A trigger keeps
   * what the update is about (update_audiences).
   */
  private static final String POST =
      """
      WITH announced AS (
        INSERT INTO announcements (update_id, account_id, page_ids)
        SELECT posted.id, posted.account_id, audience.page_ids
        FROM incident_updates posted JOIN incidents i ON i.id = posted.incident_id
          CROSS JOIN LATERAL told_pages(posted.account_id, i.service_ids, i.id)
            AS audience (page_ids)
        WHERE posted.id = ANY ($2::uuid[]) AND posted.account_id = $1 AND posted.notify_subscribers
          AND audience.page_ids IS NOT NULL
        RETURNING 1)
      SELECT count(*),
        CASE WHEN count(*) > 0 THEN notify_later('belfry_deliveries', '{%s}')::text END
      FROM announced"""
          .formatted(PAYLOAD);

  private Announcements() {}

  /**
   * Announces each update with {@code notifySubscribers} to the confirmed subscribers of the pages
   * that show a service of the incident: one row each, from which an {@link AnnouncementWorker}
   * queues the messages after the commit. The transaction that posts the updates calls this once,
   * after it stored the updates and the services of their incident.
   *
   * @param updates ids of updates that this transaction posted
   * @return the number of rows; fails when the database does
   */
  public static Future<Long> post(SqlConnection connection, UUID account, List<UUID> updates) {
    return connection
        .preparedQuery(POST)
        .execute(Tuple.of(account).addValue(updates.toArray(UUID[]::new)))
        .map(Rows::number);
  }
}
