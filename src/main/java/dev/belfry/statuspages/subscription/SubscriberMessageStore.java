package dev.belfry.statuspages.subscription;

import static java.util.Objects.requireNonNullElse;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.statuspages.domain.DomainState;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL that loads messages to subscribers. */
final class SubscriberMessageStore {
  private static final String SERVICES =
      """
      ARRAY(SELECT service.name
        FROM incident_services affected JOIN services service ON service.id = affected.service_id
        WHERE affected.incident_id = {incident} AND EXISTS (
          SELECT FROM status_page_services shown
          WHERE shown.page_id = {page} AND shown.service_id = affected.service_id)
        ORDER BY affected.position)""";

  /** An update goes to a confirmed subscription, a confirmation message to an unconfirmed one. */
  private static final String LOAD =
      """
      SELECT s.type, coalesce(s.sealed_address, s.address), p.id, p.settings ->> 'name', p.url, %s,
             i.id, i.name, i.severity, u.status, u.description, u.public_date,
             %s,
             s.service_ids IS NOT NULL AND NOT s.service_ids && services_of_page(p.id), s.account_id
      FROM status_page_subscriptions s
      JOIN status_pages p ON p.id = s.page_id
      LEFT JOIN incident_updates u ON u.id = $2
      LEFT JOIN incidents i ON i.id = u.incident_id
      WHERE s.id = $1
        AND s.status = $3 AND ($2::uuid IS NULL OR u.id IS NOT NULL)"""
          .formatted(DomainState.PROVED, services("i.id", "p.id"));

  private final Database database;
  private final SubscriptionLinks links;
  private final Sealer sealer;

  SubscriberMessageStore(Database database, SubscriptionLinks links, Sealer sealer) {
    this.database = database;
    this.links = links;
    this.sealer = sealer;
  }

  /** SQL expression of the names of an incident's services that a page shows. */
  static String services(String incident, String page) {
    return SERVICES.replace("{incident}", incident).replace("{page}", page);
  }

  /** Loads what a message without an update says of a confirmed subscription. */
  Future<Optional<SubscriberMessage>> loadVerified(UUID subscription) {
    return load(subscription, null, SubscriptionStatus.VERIFIED);
  }

  /**
   * Loads a message to a subscriber; empty when the subscription or the update is gone.
   *
   * @param update id of the incident update, null for a confirmation
   */
  Future<Optional<SubscriberMessage>> load(UUID subscription, @Nullable UUID update) {
    return load(
        subscription,
        update,
        update == null ? SubscriptionStatus.PENDING : SubscriptionStatus.VERIFIED);
  }

  private Future<Optional<SubscriberMessage>> load(
      UUID subscription, @Nullable UUID update, SubscriptionStatus status) {
    return database
        .query(LOAD, Tuple.of(subscription, update, status.name()))
        .map(rows -> Rows.first(rows, row -> message(row, subscription)));
  }

  private SubscriberMessage message(Row row, UUID subscription) {
    OffsetDateTime date = row.getOffsetDateTime(11);
    SubscriptionType type = SubscriptionType.valueOf(row.getString(0));
    return new SubscriberMessage(
        type,
        type == SubscriptionType.SLACK
            ? sealer.unseal(SlackAddress.context(row.getUUID(14), subscription), row.getString(1))
            : row.getString(1),
        row.getUUID(2),
        row.getString(3),
        links.page(row.getString(4), row.getString(5)),
        row.getUUID(6),
        text(row, 7),
        text(row, 8),
        text(row, 9),
        List.of(row.getArrayOfStrings(12)),
        text(row, 10),
        date == null ? null : date.toInstant(),
        links.confirm(subscription),
        links.unsubscribe(subscription),
        row.getBoolean(13));
  }

  private static String text(Row row, int column) {
    return requireNonNullElse(row.getString(column), "");
  }
}
