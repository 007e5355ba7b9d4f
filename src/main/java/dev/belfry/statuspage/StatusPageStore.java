package dev.belfry.statuspage;

import dev.belfry.db.Database;
import dev.belfry.db.Rows;
import dev.belfry.error.ApiError;
import dev.belfry.error.ApiException;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of status pages; that of what is on them is in {@link CardStore}. */
final class StatusPageStore {
  /**
   * Incidents are looked for among the newest hundred of the page's services, so that an old page
   * with many is read as quickly as a new one.
   */
  private static final String OPEN_INCIDENTS =
      """
      SELECT json_agg(json_build_object('id', i.id, 'name', i.name, 'severity', i.severity,
          'lastUpdateStatus', newest.status, 'created_at', %s, 'updated_at', %s) ORDER BY i.id DESC)
      FROM (SELECT * FROM incidents WHERE id IN (
              SELECT affected.incident_id FROM status_page_services shown
              JOIN incident_services affected ON affected.service_id = shown.service_id
              WHERE shown.page_id = p.id)
            ORDER BY id DESC LIMIT 100) i
      CROSS JOIN LATERAL (
        SELECT status FROM incident_updates WHERE incident_id = i.id
        ORDER BY public_date DESC, created_at DESC, id DESC LIMIT 1) newest
      WHERE newest.status <> 'RESOLVED'"""
          .formatted(CardStore.time("i.created_at"), CardStore.time("i.updated_at"));

  private static final String SELECT =
      "SELECT p.id, p.account_id, p.settings::text, coalesce(("
          + CardStore.AS_JSON
          + ")::text, '[]'), coalesce(("
          + OPEN_INCIDENTS
          + ")::text, '[]'), p.created_at, p.updated_at FROM status_pages p WHERE p.account_id = $1";

  private static final String READ = SELECT + " AND p.id = $2";

  private static final String LIST =
      SELECT
          + """
           AND p.id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
          ORDER BY p.id LIMIT $3""";

  private static final String INSERT =
      """
      INSERT INTO status_pages (id, account_id, settings, created_at)
      VALUES ($1, $2, $3::text::jsonb, $4)""";

  private static final String REPLACE =
      """
      UPDATE status_pages SET settings = $3::text::jsonb, updated_at = $4
      WHERE id = $1 AND account_id = $2""";

  private static final String DELETE = "DELETE FROM status_pages WHERE id = $1 AND account_id = $2";

  private final Database database;

  StatusPageStore(Database database) {
    this.database = database;
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

  /** At most so many pages, oldest first, from a given id or from the beginning. */
  Future<List<StatusPageRow>> list(UUID account, @Nullable UUID from, int most) {
    return database
        .query(LIST, Tuple.of(account, from, most))
        .map(rows -> Rows.list(rows, StatusPageRow::of));
  }

  /** Fails with 409 when another page has its url or domain. */
  Future<Void> insert(
      SqlConnection connection, UUID account, UUID id, String settings, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(id, account, settings, now))
        .<Void>mapEmpty()
        .recover(StatusPageStore::taken);
  }

  /**
   * Replaces the settings and locks the page until the transaction ends; 409 when another page has
   * its url or domain. False: the account has no such page.
   */
  Future<Boolean> replace(
      SqlConnection connection, UUID account, UUID id, String settings, OffsetDateTime now) {
    return connection
        .preparedQuery(REPLACE)
        .execute(Tuple.of(id, account, settings, now))
        .map(rows -> rows.rowCount() > 0)
        .recover(StatusPageStore::taken);
  }

  /** Messages that go with it may be on their way, so that this may have to be tried twice. */
  Future<Boolean> delete(UUID account, UUID id) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(DELETE)
                .execute(Tuple.of(id, account))
                .map(rows -> rows.rowCount() > 0));
  }

  private static <T> Future<T> taken(Throwable failure) {
    String constraint =
        failure instanceof PgException refused ? String.valueOf(refused.getConstraint()) : "";
    return Future.failedFuture(
        switch (constraint) {
          case "status_pages_url" ->
              new ApiException(ApiError.CONFLICT, "Another status page has this url");
          case "status_pages_custom_domain" ->
              new ApiException(ApiError.CONFLICT, "Another status page has this customDomain");
          default -> failure;
        });
  }
}
