package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** Holds a status page to the number of subscriptions that it may have. */
final class SubscriptionLimits {
  /**
   * How many subscriptions the page has, how many unconfirmed ones of the last hour, and how many
   * of these, of any page, have a lane of one of the given ones.
   */
  private static final String COUNTS =
      """
      SELECT
        (SELECT count(*) FROM (
           SELECT FROM status_page_subscriptions WHERE page_id = $1 LIMIT $2 + 1) AS bounded),
        (SELECT count(*) FROM status_page_subscriptions
         WHERE page_id = $1 AND status = 'PENDING' AND created_at > $4::timestamptz - interval '1 hour'),
        (SELECT count(*) FROM status_page_subscriptions r
         WHERE status = 'PENDING' AND type = 'WEBHOOK' AND created_at > $4 - interval '1 hour'
           AND {lane} = ANY (
             SELECT {lane} FROM status_page_subscriptions r
             WHERE r.id = ANY ($3::uuid[]) AND r.type = 'WEBHOOK'))"""
          .replace("{lane}", SubscriberLane.SQL);

  private static final String DROP_UNCONFIRMED =
      """
      DELETE FROM status_page_subscriptions
      WHERE page_id = $1 AND status = 'PENDING' AND created_at < $2::timestamptz - interval '7 days'""";

  private final Config.Subscribers limits;

  SubscriptionLimits(Config.Subscribers limits) {
    this.limits = limits;
  }

  /**
   * Requires that subscriptions which were just added to a page keep its limits. A page that is
   * full first drops subscriptions that were not confirmed for a week.
   *
   * @param byReader whether a reader added them, whom further limits hold for
   * @return fails with a 409 that names the limit; the caller's transaction then has to roll back
   */
  Future<Void> requireRoom(
      SqlConnection connection, UUID page, List<UUID> added, boolean byReader, OffsetDateTime now) {
    return count(connection, page, added, now)
        .compose(
            counts ->
                counts.all() <= limits.maxPerPage()
                    ? Future.succeededFuture(counts)
                    : connection
                        .preparedQuery(DROP_UNCONFIRMED)
                        .execute(Tuple.of(page, now))
                        .compose(dropped -> count(connection, page, added, now)))
        .compose(counts -> counts.require(limits, byReader));
  }

  private Future<SubscriptionCounts> count(
      SqlConnection connection, UUID page, List<UUID> added, OffsetDateTime now) {
    return connection
        .preparedQuery(COUNTS)
        .execute(
            Tuple.of(page, (long) limits.maxPerPage())
                .addValue(added.toArray(UUID[]::new))
                .addValue(now))
        .map(
            rows ->
                Rows.first(
                        rows,
                        row ->
                            new SubscriptionCounts(row.getLong(0), row.getLong(1), row.getLong(2)))
                    .orElseThrow());
  }
}
