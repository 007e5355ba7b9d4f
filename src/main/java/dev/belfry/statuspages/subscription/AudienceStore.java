package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The SQL that counts an audience: the subscribers whom {@link Announcements} or a digest would
 * tell, and the messages to those whom it has told.
 */
final class AudienceStore {
  private static final String SHOWING =
      """
      SELECT DISTINCT shown.page_id FROM status_page_services shown
      WHERE shown.account_id = $1 AND shown.service_id = ANY ($2::uuid[])""";

  private static final String PAGES =
      """
      SELECT p.id, p.settings ->> 'name', p.url, (
        SELECT count(*) FROM status_page_subscriptions s
        WHERE s.page_id = p.id AND s.status = 'VERIFIED'
          AND subscriber_hears(s.service_ids, $2, p.services))
      FROM (SELECT p.*, services_of_page(p.id) AS services FROM status_pages p
        WHERE p.account_id = $1 AND p.id IN (%s) OFFSET 0) AS p ORDER BY p.id"""
          .formatted(SHOWING);

  private static final String ALL =
      """
      SELECT count(*) FROM (
        SELECT DISTINCT s.type, s.address_key FROM status_page_subscriptions s
          JOIN (SELECT p.id, services_of_page(p.id) AS services
            FROM status_pages p WHERE p.id IN (%s) OFFSET 0) AS page ON page.id = s.page_id
        WHERE s.status = 'VERIFIED' AND subscriber_hears(s.service_ids, $2, page.services))
      AS addresses"""
          .formatted(SHOWING);

  /** One row with a null where no update tells subscribers; none without such an incident. */
  private static final String TOLD =
      """
      SELECT u.id, count(d.id), count(*) FILTER (WHERE d.state = 'DELIVERED'),
        count(*) FILTER (WHERE d.state = 'DEAD'),
        EXISTS (SELECT FROM announcements a WHERE a.update_id = u.id)
      FROM incidents i
      LEFT JOIN incident_updates u ON u.incident_id = i.id AND u.notify_subscribers
      LEFT JOIN deliveries d ON d.update_id = u.id
      WHERE i.account_id = $1 AND i.id = $2
      GROUP BY u.id ORDER BY u.id DESC""";

  private final Database database;

  AudienceStore(Database database) {
    this.database = database;
  }

  /**
   * What became of the messages about each update that tells subscribers, the newest first. Empty
   * without such an incident.
   */
  Future<Optional<List<Told>>> told(UUID account, UUID incident) {
    return database
        .query(TOLD, Tuple.of(account, incident))
        .map(rows -> Rows.joined(rows, AudienceStore::told));
  }

  private static Told told(Row row) {
    return new Told(
        row.getUUID(0), row.getLong(1), row.getLong(2), row.getLong(3), row.getBoolean(4));
  }

  Future<Audience> of(UUID account, List<UUID> services) {
    Tuple parameters = Tuple.of(account).addValue(services.toArray(UUID[]::new));
    return database
        .query(PAGES, parameters)
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Audience.Page(
                            row.getUUID(0), row.getString(1), row.getString(2), row.getLong(3))))
        .compose(
            pages ->
                database
                    .query(ALL, parameters)
                    .map(rows -> new Audience(Rows.number(rows), pages)));
  }
}
