package dev.belfry.statuspages.page;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.statuspages.domain.DomainState;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of status pages; {@link CardStore} has the SQL of their cards. */
final class StatusPageStore {
  private static final String SELECT =
      "SELECT "
          + columns("status_page_cards", "status_page_services")
          + " FROM status_pages p WHERE p.account_id = $1";

  private static final String READ = SELECT + " AND p.id = $2";

  private static final String LIST =
      SELECT
          + """
           AND p.id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
          ORDER BY p.id LIMIT $3""";

  private static final String INSERT =
      """
      INSERT INTO status_pages (account_id, created_at, id, settings)
      SELECT $1, $2, id, settings::jsonb
      FROM unnest($3::uuid[], $4::text[]) AS made (id, settings)""";

  /** Frees url and domain, so that pages can exchange them in any order. */
  private static final String PARK =
      """
      UPDATE status_pages SET settings =
        settings || jsonb_build_object('url', gen_random_uuid()::text, 'customDomain', NULL)
      WHERE account_id = $1 AND id = ANY ($2::uuid[])""";

  private static final String REPLACE =
      """
      UPDATE status_pages p SET settings = wanted.settings::jsonb, updated_at = $2
      FROM unnest($3::uuid[], $4::text[]) AS wanted (id, settings)
      WHERE p.id = wanted.id AND p.account_id = $1""";

  private static final String DELETE =
      "DELETE FROM status_pages WHERE account_id = $1 AND id = ANY ($2::uuid[])";

  private static final String LOCK =
      """
      SELECT id FROM status_pages WHERE account_id = $1 AND id = ANY ($2::uuid[])
      ORDER BY id FOR NO KEY UPDATE""";

  private static final String SETTINGS =
      """
      SELECT id, settings::text FROM status_pages
      WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id""";

  /** Urls are unique across all accounts, domains within one. */
  private static final String TAKEN =
      """
      SELECT url, CASE account_id WHEN $4 THEN custom_domain END FROM status_pages
      WHERE (url = ANY ($1::text[]) OR (account_id = $4 AND custom_domain = ANY ($2::text[])))
        AND id <> ALL ($3::uuid[])""";

  private final Database database;
  private final BulkDeletion delete;

  StatusPageStore(Database database) {
    this.database = database;
    this.delete = new BulkDeletion(database, "status_pages", GUID);
  }

  /**
   * The columns of a page {@code p} that {@link StatusPageRow} reads.
   *
   * @param cards where the cards are, with the columns of {@code status_page_cards}
   * @param places where their services are, with the columns of {@code status_page_services}
   */
  static String columns(String cards, String places) {
    return """
        p.id, p.account_id, p.settings::text, coalesce((%s)::text, '[]'),
        coalesce((%s)::text, '[]'), coalesce((%s)::text, '[]'), p.created_at, p.updated_at,
        p.custom_domain, %s"""
        .formatted(
            CardStore.json(cards, places),
            openIncidents(places),
            PageKeyStore.AS_JSON,
            DomainState.STORED);
  }

  /**
   * Open incidents among the newest hundred of the page's services. The limit keeps reads of a page
   * with a long history fast.
   */
  private static String openIncidents(String places) {
    return """
        SELECT json_agg(json_build_object('id', i.id, 'name', i.name, 'severity', i.severity,
            'lastUpdateStatus', newest.status, 'created_at', %s, 'updated_at', %s) ORDER BY i.id DESC)
        FROM (SELECT * FROM incidents WHERE id IN (
                SELECT recent.incident_id FROM %s shown
                CROSS JOIN LATERAL (
                  SELECT affected.incident_id FROM incident_services affected
                  WHERE affected.service_id = shown.service_id
                  ORDER BY affected.incident_id DESC LIMIT 100) recent
                WHERE shown.page_id = p.id)
              ORDER BY id DESC LIMIT 100) i
        CROSS JOIN LATERAL (
          SELECT status FROM incident_updates WHERE incident_id = i.id
          ORDER BY public_date DESC, created_at DESC, id DESC LIMIT 1) newest
        WHERE newest.status <> 'RESOLVED'"""
        .formatted(CardStore.time("i.created_at"), CardStore.time("i.updated_at"), places);
  }

  Future<Optional<StatusPageRow>> read(UUID account, UUID id) {
    return database
        .query(READ, Tuple.of(account, id))
        .map(rows -> Rows.first(rows, StatusPageRow::of));
  }

  /** Reads what the transaction has written. */
  Future<Optional<StatusPageRow>> read(SqlConnection connection, UUID account, UUID id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, StatusPageRow::of));
  }

  /** At most {@code most} pages, oldest first, from an id or from the beginning. */
  Future<List<StatusPageRow>> list(UUID account, @Nullable UUID from, int most) {
    return database
        .read(LIST, Tuple.of(account, from, most))
        .map(rows -> Rows.list(rows, StatusPageRow::of));
  }

  /** Inserts pages without cards; fails with 409 when another page has the url or domain of one. */
  Future<Void> insert(
      SqlConnection connection, UUID account, Map<UUID, ObjectNode> settings, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(tuple(account, settings, now))
        .<Void>mapEmpty()
        .recover(StatusPageStore::refused);
  }

  /**
   * Replaces the settings of pages and locks the pages until the transaction ends. The future has
   * the number of replaced pages; it fails with 409 when another page has the url or domain of one.
   */
  Future<Integer> replace(
      SqlConnection connection, UUID account, Map<UUID, ObjectNode> settings, OffsetDateTime now) {
    return connection
        .preparedQuery(REPLACE)
        .execute(tuple(account, settings, now))
        .map(RowSet::rowCount)
        .recover(StatusPageStore::refused);
  }

  /** Frees the url and domain of pages before {@link #replace} sets new ones. */
  Future<Void> park(SqlConnection connection, UUID account, UUID[] ids) {
    return connection.preparedQuery(PARK).execute(Tuple.of(account).addValue(ids)).mapEmpty();
  }

  private static Tuple tuple(UUID account, Map<UUID, ObjectNode> settings, OffsetDateTime now) {
    return Tuple.of(account, now)
        .addValue(settings.keySet().toArray(UUID[]::new))
        .addValue(settings.values().stream().map(ObjectNode::toString).toArray(String[]::new));
  }

  /** Deletes a page with its cards, keys and subscribers; false when the account lacks the page. */
  Future<Boolean> delete(UUID account, UUID id) {
    return delete.execute(account, id);
  }

  /**
   * Deletes pages with their cards and subscribers. It may conflict with messages that are being
   * sent; then the transaction is retried.
   */
  Future<Void> delete(SqlConnection connection, UUID account, UUID[] ids) {
    return connection.preparedQuery(DELETE).execute(Tuple.of(account).addValue(ids)).mapEmpty();
  }

  /** Locks pages and their cards until the transaction ends. */
  Future<Void> lock(SqlConnection connection, UUID account, UUID[] ids) {
    return connection.preparedQuery(LOCK).execute(Tuple.of(account).addValue(ids)).mapEmpty();
  }

  /** The stored settings of the account's pages among these ids, by id. */
  Future<Map<UUID, ObjectNode>> settings(SqlConnection connection, UUID account, UUID[] ids) {
    return connection
        .preparedQuery(SETTINGS)
        .execute(Tuple.of(account).addValue(ids))
        .map(
            rows -> {
              Map<UUID, ObjectNode> settings = new LinkedHashMap<>();
              rows.forEach(row -> settings.put(row.getUUID(0), JsonText.parse(row.getString(1))));
              return settings;
            });
  }

  /** Urls and domains that are in use. */
  record Taken(Set<String> urls, Set<String> domains) {}

  /** The urls that other pages of any account use, and the domains of those of this account. */
  Future<Taken> taken(
      SqlConnection connection, UUID account, Set<String> urls, Set<String> domains, UUID[] but) {
    return connection
        .preparedQuery(TAKEN)
        .execute(
            Tuple.tuple()
                .addValue(urls.toArray(String[]::new))
                .addValue(domains.toArray(String[]::new))
                .addValue(but)
                .addValue(account))
        .map(
            rows -> {
              Taken taken = new Taken(new HashSet<>(), new HashSet<>());
              rows.forEach(
                  row -> {
                    taken.urls().add(row.getString(0));
                    taken.domains().add(row.getString(1));
                  });
              return taken;
            });
  }

  /** A 404 for a service that the account lacks, a 409 for a url or domain of another page. */
  static <T> Future<T> refused(Throwable failure) {
    String constraint =
        failure instanceof PgException refused ? String.valueOf(refused.getConstraint()) : "";
    return Future.failedFuture(
        switch (constraint) {
          case "status_pages_url" ->
              new ApiException(ApiError.CONFLICT, "Another status page has this url");
          case "status_pages_custom_domain" ->
              new ApiException(
                  ApiError.CONFLICT, "Another status page of the account has this customDomain");
          case "status_page_services_service" -> ApiException.notFound();
          default -> failure;
        });
  }
}
