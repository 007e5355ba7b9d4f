package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL that loads digests. */
final class DigestContentStore {
  /** Incidents in one digest. */
  static final int MOST_INCIDENTS = 50;

  private static final String TOLD =
      """
       FROM update_audiences a
      WHERE a.account_id = (SELECT account_id FROM status_pages WHERE id = {r}.page_id)
        AND a.announced_ms > {from} AND a.announced_ms <= {to} AND {r}.page_id = ANY (a.page_ids)
        AND subscriber_hears({r}.service_ids, a.service_ids, services_of_page({r}.page_id))""";

  private static final String DIGEST =
      """
      SELECT s.frequency, s.digest_hour::integer, s.digest_zone, g.from_ms
      FROM digests g JOIN deliveries d ON d.id = g.delivery_id
        JOIN status_page_subscriptions s ON s.id = d.subscription_id
      WHERE g.delivery_id = $1""";

  private static final String INCIDENTS =
      """
      WITH told AS (
        SELECT a.incident_id, max(a.announced_ms) AS told_ms, s.page_id
        FROM digests g JOIN deliveries d ON d.id = g.delivery_id
          JOIN status_page_subscriptions s ON s.id = d.subscription_id
          CROSS JOIN LATERAL (SELECT a.incident_id, a.announced_ms {told}) AS a
        WHERE g.delivery_id = $1 GROUP BY 1, 3)
      SELECT i.id, i.name, newest.status, %s, (
          SELECT min(u.public_date) FROM incident_updates u WHERE u.incident_id = i.id),
        newest.public_date, count(*) OVER ()
      FROM told t JOIN incidents i ON i.id = t.incident_id
        CROSS JOIN LATERAL (
          SELECT u.status, u.public_date FROM incident_updates u WHERE u.incident_id = i.id
          ORDER BY u.public_date DESC, u.created_at DESC, u.id DESC LIMIT 1) AS newest
      ORDER BY t.told_ms DESC, i.id LIMIT %d"""
          .formatted(SubscriberMessageStore.services("i.id", "t.page_id"), MOST_INCIDENTS)
          .replace("{told}", told("s", "g.from_ms", "g.to_ms"));

  private final Database database;
  private final SubscriberMessageStore messages;

  DigestContentStore(Database database, SubscriberMessageStore messages) {
    this.database = database;
    this.messages = messages;
  }

  /**
   * The FROM and WHERE clauses of the announced updates that a digest tells of.
   *
   * @param row the subscription's name in the statement
   */
  static String told(String row, String from, String to) {
    return TOLD.replace("{r}", row).replace("{from}", from).replace("{to}", to);
  }

  /** Loads a digest; empty when the subscription has ended or nothing is left to tell. */
  Future<Optional<SubscriberDigest>> load(UUID delivery, UUID subscription) {
    return messages
        .loadVerified(subscription)
        .compose(
            message ->
                message
                    .map(found -> load(delivery, found))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  private Future<Optional<SubscriberDigest>> load(UUID delivery, SubscriberMessage message) {
    return database
        .query(DIGEST, Tuple.of(delivery))
        .compose(
            digests ->
                database
                    .query(INCIDENTS, Tuple.of(delivery))
                    .map(
                        incidents ->
                            Rows.first(digests, row -> row)
                                .filter(row -> incidents.size() > 0)
                                .map(
                                    row ->
                                        digest(message, row, Rows.list(incidents, one -> one)))));
  }

  private static SubscriberDigest digest(SubscriberMessage message, Row row, List<Row> incidents) {
    DigestSchedule schedule =
        ChoiceColumns.schedule(row.getString(0), row.getInteger(1), row.getString(2));
    return new SubscriberDigest(
        message,
        schedule.frequency(),
        schedule.zone(),
        Instant.ofEpochMilli(row.getLong(3)),
        incidents.stream().map(DigestContentStore::incident).toList(),
        incidents.get(0).getLong(6) - incidents.size());
  }

  private static SubscriberDigest.Incident incident(Row row) {
    return new SubscriberDigest.Incident(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        List.of(row.getArrayOfStrings(3)),
        row.getOffsetDateTime(4).toInstant(),
        row.getOffsetDateTime(5).toInstant());
  }
}
