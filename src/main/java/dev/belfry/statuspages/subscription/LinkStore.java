package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.statuspages.domain.DomainState;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/** The SQL behind the links in messages. */
final class LinkStore {
  /** The columns that {@link #known} reads of a subscription s and its page p. */
  static final String COLUMNS =
      "s.status, shown_address(s.type, s.address), p.settings ->> 'name', p.url, "
          + DomainState.PROVED;

  private static final String FIND =
      "SELECT "
          + COLUMNS
          + """
             FROM status_page_subscriptions s JOIN status_pages p ON p.id = s.page_id
            WHERE s.id = $1""";

  private static final String CONFIRM =
      """
      UPDATE status_page_subscriptions s SET status = 'VERIFIED',
        updated_at = CASE status WHEN 'VERIFIED' THEN s.updated_at ELSE date_trunc('milliseconds', now()) END,
        verified_ms = CASE status WHEN 'VERIFIED' THEN s.verified_ms ELSE epoch_millis() END
      FROM status_pages p WHERE s.id = $1 AND p.id = s.page_id RETURNING\s"""
          + COLUMNS;

  private static final String DELETE =
      """
      DELETE FROM status_page_subscriptions s USING status_pages p
      WHERE s.id = $1 AND p.id = s.page_id RETURNING\s"""
          + COLUMNS;

  private final Database database;
  private final SubscriptionLinks links;

  LinkStore(Database database, SubscriptionLinks links) {
    this.database = database;
    this.links = links;
  }

  /** A subscription as the page behind a link shows it. */
  record Known(SubscriptionStatus status, String address, String pageName, String pageUrl) {}

  Future<Optional<Known>> find(UUID subscription) {
    return database.query(FIND, Tuple.of(subscription)).map(rows -> Rows.first(rows, this::known));
  }

  /** Confirms a subscription; empty when it has ended. */
  Future<Optional<Known>> confirm(UUID subscription) {
    return database
        .change(CONFIRM, Tuple.of(subscription))
        .map(rows -> Rows.first(rows, this::known));
  }

  /** Deletes a subscription with its queued messages; empty when it has ended before. */
  Future<Optional<Known>> delete(UUID subscription) {
    return database
        .change(DELETE, Tuple.of(subscription))
        .map(rows -> Rows.first(rows, this::known));
  }

  /** A subscription of a row that begins with {@link #COLUMNS}. */
  Known known(Row row) {
    return new Known(
        SubscriptionStatus.valueOf(row.getString(0)),
        row.getString(1),
        row.getString(2),
        links.page(row.getString(3), row.getString(4)));
  }
}
