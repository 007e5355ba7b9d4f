package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.FreshPlans;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Queues messages to status page subscribers about incident updates. */
public final class Announcements {
  /** The delivery lane of all e-mail to subscribers; each webhook has a lane of its own. */
  public static final String MAIL_LANE = "mail";

  /**
   * Selects the pages that show a service of the incident. An address with subscriptions to several
   * of these pages gets one message, through its oldest subscription. Rows are inserted in the
   * order of the unique index, so that two transactions cannot deadlock.
   */
  private static final String QUEUE =
      """
      WITH posted AS (
        SELECT id, account_id, incident_id FROM incident_updates
        WHERE id = ANY ($2::uuid[]) AND account_id = $1 AND notify_subscribers),
      pages AS (
        SELECT DISTINCT posted.id AS update_id, shown.page_id
        FROM posted
        JOIN incident_services affected USING (incident_id)
        JOIN status_page_services shown
          ON shown.service_id = affected.service_id AND shown.account_id = posted.account_id),
      recipients AS (
        SELECT DISTINCT ON (update_id, type, address_key)
               update_id, type, address_key, subscription.id AS subscription_id
        FROM pages JOIN status_page_subscriptions subscription USING (page_id)
        WHERE subscription.status = 'VERIFIED'
        ORDER BY update_id, type, address_key, subscription.id),
      queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane, update_id, subscription_id)
        SELECT gen_random_uuid(), $1, 'UPDATE',
               CASE type WHEN 'EMAIL' THEN 'mail' ELSE 'subscription:' || subscription_id END,
               update_id, subscription_id
        FROM recipients ORDER BY update_id, subscription_id
        ON CONFLICT (update_id, subscription_id) WHERE update_id IS NOT NULL DO NOTHING
        RETURNING 1)
      SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify('belfry_deliveries', '')::text END
      FROM queued""";

  private Announcements() {}

  /**
   * Queues one message per update with {@code notifySubscribers} to each confirmed subscriber of
   * the pages that show a service of the incident. The transaction that posts the updates calls
   * this once, after it stored the updates and the services of their incident.
   *
   * @param updates ids of updates that this transaction posted
   * @return the number of queued messages; fails when the database does
   */
  public static Future<Long> queue(SqlConnection connection, UUID account, List<UUID> updates) {
    FreshPlans.require(connection);
    return connection
        .preparedQuery(QUEUE)
        .execute(Tuple.of(account).addValue(updates.toArray(UUID[]::new)))
        .map(Rows::number);
  }
}
