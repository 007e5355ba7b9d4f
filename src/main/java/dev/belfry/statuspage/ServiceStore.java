package dev.belfry.statuspage;

import dev.belfry.db.Database;
import dev.belfry.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The services' SQL. */
final class ServiceStore {
  private static final String COLUMNS = "id, account_id, name, created_at, updated_at";

  private static final String INSERT =
      "INSERT INTO services (id, account_id, name, created_at) VALUES ($1, $2, $3, $4) RETURNING "
          + COLUMNS;

  private static final String READ =
      "SELECT " + COLUMNS + " FROM services WHERE id = $1 AND account_id = $2";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + """
           FROM services
          WHERE account_id = $1
            AND id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
          ORDER BY id LIMIT $3""";

  private static final String RENAME =
      "UPDATE services SET name = $3, updated_at = $4 WHERE id = $1 AND account_id = $2 RETURNING "
          + COLUMNS;

  private static final String LOCK =
      "SELECT 1 FROM services WHERE id = $1 AND account_id = $2 FOR UPDATE";

  private static final String RELEASE_MONITORS =
      """
      UPDATE checks
      SET settings = jsonb_set(settings, '{triggerIncident}', 'null'), updated_at = $3
      WHERE trigger_service_id = $1 AND account_id = $2""";

  private static final String DELETE = "DELETE FROM services WHERE id = $1 AND account_id = $2";

  private final Database database;

  ServiceStore(Database database) {
    this.database = database;
  }

  Future<ServiceRow> insert(UUID account, UUID id, String name, OffsetDateTime now) {
    return database
        .query(INSERT, Tuple.of(id, account, name, now))
        .map(rows -> row(rows.iterator().next()));
  }

  Future<Optional<ServiceRow>> read(UUID account, UUID id) {
    return database
        .query(READ, Tuple.of(id, account))
        .map(rows -> Rows.first(rows, ServiceStore::row));
  }

  /** At most so many services, oldest first, from a given id or from the beginning. */
  Future<List<ServiceRow>> list(UUID account, @Nullable UUID from, int most) {
    return database
        .query(LIST, Tuple.of(account, from, most))
        .map(rows -> Rows.list(rows, ServiceStore::row));
  }

  Future<Optional<ServiceRow>> rename(UUID account, UUID id, String name, OffsetDateTime now) {
    return database
        .query(RENAME, Tuple.of(id, account, name, now))
        .map(rows -> Rows.first(rows, ServiceStore::row));
  }

  /** Keeps new references to a service away until the transaction ends; false: no such service. */
  Future<Boolean> lock(SqlConnection connection, UUID account, UUID id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id, account))
        .map(rows -> rows.size() > 0);
  }

  /** Takes the service out of the monitors that open incidents for it. */
  Future<Void> releaseMonitors(
      SqlConnection connection, UUID account, UUID id, OffsetDateTime now) {
    return connection
        .preparedQuery(RELEASE_MONITORS)
        .execute(Tuple.of(id, account, now))
        .mapEmpty();
  }

  /** Deletes a service no monitor refers to; it vanishes from its incidents. */
  Future<Void> delete(SqlConnection connection, UUID account, UUID id) {
    return connection.preparedQuery(DELETE).execute(Tuple.of(id, account)).mapEmpty();
  }

  private static ServiceRow row(Row row) {
    return new ServiceRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getOffsetDateTime(3),
        row.getOffsetDateTime(4));
  }
}
