package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.statuspages.subscription.LinkStore.Known;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of the choice that a subscriber sees and changes by a link. */
final class SettingsStore {
  private static final String FIND =
      """
      SELECT %s, s.type, %s, shown.ids, shown.names
      FROM status_page_subscriptions s JOIN status_pages p ON p.id = s.page_id
        CROSS JOIN LATERAL (
          SELECT coalesce(array_agg(o.id ORDER BY o.place), '{}') AS ids,
            coalesce(array_agg(o.name ORDER BY o.place), '{}') AS names
          FROM (
            SELECT service.id, service.name, min(ARRAY[c.position, x.position]) AS place
            FROM status_page_cards c JOIN status_page_services x ON x.card_id = c.id
              JOIN services service ON service.id = x.service_id
            WHERE c.page_id = p.id GROUP BY service.id, service.name) AS o) AS shown
      WHERE s.id = $1"""
          .formatted(LinkStore.COLUMNS, ChoiceColumns.of("s"));

  /** Digests tell of what comes after the change to them. */
  private static final String CHANGE =
      """
      UPDATE status_page_subscriptions SET service_ids = $2, frequency = $3, digest_hour = $4,
        digest_zone = $5, digest_due_ms = $6,
        digest_told_ms = CASE frequency WHEN 'IMMEDIATE' THEN epoch_millis() ELSE digest_told_ms END,
        updated_at = date_trunc('milliseconds', now())
      WHERE id = $1""";

  private final Database database;
  private final LinkStore links;
  private final InstantSource clock;

  SettingsStore(Database database, LinkStore links, InstantSource clock) {
    this.database = database;
    this.links = links;
    this.clock = clock;
  }

  /**
   * What a subscriber may choose of.
   *
   * @param ids of the services that the page shows, from top to bottom
   * @param names of these services
   */
  record Settings(
      Known known,
      SubscriptionType type,
      SubscriptionChoice choice,
      List<UUID> ids,
      List<String> names) {
    Settings {
      ids = List.copyOf(ids);
      names = List.copyOf(names);
    }

    /** The choice with the services that the page shows. */
    SubscriptionChoice shown(SubscriptionChoice wanted) {
      List<UUID> services = wanted.services();
      if (services == null) {
        return wanted;
      }
      List<UUID> kept = new ArrayList<>(services);
      kept.retainAll(ids);
      return new SubscriptionChoice(kept, wanted.schedule());
    }
  }

  /** The choice of a subscription; empty when it has ended. */
  Future<Optional<Settings>> find(UUID subscription) {
    return database
        .query(FIND, Tuple.of(subscription))
        .map(rows -> Rows.first(rows, row -> settings(row)));
  }

  private Settings settings(Row row) {
    return new Settings(
        links.known(row),
        SubscriptionType.valueOf(row.getString(5)),
        ChoiceColumns.read(row, 6),
        List.of(row.getArrayOfUUIDs(11)),
        List.of(row.getArrayOfStrings(12)));
  }

  /** Changes the choice of a subscription; does nothing when it has ended. */
  Future<Void> change(UUID subscription, SubscriptionChoice choice) {
    Instant now = clock.instant();
    return database
        .change(CHANGE, ChoiceColumns.add(Tuple.of(subscription), choice, now))
        .mapEmpty();
  }
}
