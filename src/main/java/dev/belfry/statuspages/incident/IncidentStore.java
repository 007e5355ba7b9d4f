package dev.belfry.statuspages.incident;

import dev.belfry.monitoring.check.Severity;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of incidents and of the services they affect. */
final class IncidentStore {
  /**
   * Reads any number of incidents in one statement, so that services and updates are consistent.
   */
  private static final String SELECT =
      """
      SELECT i.id, i.account_id, i.name, i.severity, i.created_at, i.updated_at, s.*, u.*
      FROM (SELECT * FROM incidents WHERE account_id = $1 AND %s ORDER BY id DESC LIMIT $3) i,
      LATERAL (
        SELECT array_agg(id) AS service_ids, array_agg(name) AS service_names,
               array_agg(created_at) AS service_created, array_agg(updated_at) AS service_updated
        FROM (SELECT services.* FROM incident_services JOIN services ON services.id = service_id
              WHERE incident_id = i.id ORDER BY position, service_id) ordered) s,
      LATERAL (
        SELECT array_agg(id) AS update_ids, array_agg(description) AS update_descriptions,
               array_agg(status) AS update_statuses, array_agg(public_date) AS update_dates,
               array_agg(notify_subscribers) AS update_notify,
               array_agg(created_at) AS update_created
        FROM (SELECT * FROM incident_updates
              WHERE incident_id = i.id ORDER BY public_date DESC, created_at DESC, id DESC) ordered) u
      ORDER BY i.id DESC""";

  private static final String READ = SELECT.formatted("id = $2");

  private static final String LIST =
      SELECT.formatted("id <= coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')");

  private static final String INSERT =
      """
      INSERT INTO incidents (id, account_id, name, severity, created_at)
      VALUES ($1, $2, $3, $4, $5)""";

  private static final String CHANGE =
      """
      UPDATE incidents
      SET name = coalesce($3, name), severity = coalesce($4, severity), updated_at = $5
      WHERE id = $1 AND account_id = $2""";

  private static final String REMOVE_OTHER_SERVICES =
      """
      DELETE FROM incident_services
      WHERE incident_id = $1 AND account_id = $2 AND service_id <> ALL ($3::uuid[])""";

  private static final String PUT_SERVICES =
      """
      INSERT INTO incident_services (incident_id, account_id, service_id, position)
      SELECT $1, $2, * FROM unnest($3::uuid[]) WITH ORDINALITY
      ON CONFLICT (incident_id, service_id) DO UPDATE SET position = excluded.position""";

  private static final String DELETE = "DELETE FROM incidents WHERE id = $1 AND account_id = $2";

  private final Database database;

  IncidentStore(Database database) {
    this.database = database;
  }

  Future<Optional<IncidentRow>> read(UUID account, UUID id) {
    return database
        .query(READ, Tuple.of(account, id, 1))
        .map(rows -> Rows.first(rows, IncidentRow::of));
  }

  /** Reads what the transaction has written. */
  Future<Optional<IncidentRow>> read(SqlConnection connection, UUID account, UUID id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account, id, 1))
        .map(rows -> Rows.first(rows, IncidentRow::of));
  }

  /** At most {@code most} incidents, newest first, from an id or from the newest. */
  Future<List<IncidentRow>> list(UUID account, @Nullable UUID from, int most) {
    return database
        .query(LIST, Tuple.of(account, from, most))
        .map(rows -> Rows.list(rows, IncidentRow::of));
  }

  Future<Void> insert(
      SqlConnection connection,
      UUID account,
      UUID id,
      IncidentChange incident,
      OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(parameters(account, id, incident, now))
        .mapEmpty();
  }

  /**
   * Changes an incident and locks it until the transaction ends, so that changes of its services
   * and updates follow one another; an absent member keeps its value. False: the account has no
   * such incident.
   */
  Future<Boolean> change(
      SqlConnection connection, UUID account, UUID id, IncidentChange change, OffsetDateTime now) {
    return connection
        .preparedQuery(CHANGE)
        .execute(parameters(account, id, change, now))
        .map(rows -> rows.rowCount() > 0);
  }

  private static Tuple parameters(
      UUID account, UUID id, IncidentChange incident, OffsetDateTime now) {
    Severity severity = incident.severity().value();
    return Tuple.of(
        id, account, incident.name().value(), severity == null ? null : severity.name(), now);
  }

  /** Replaces the services of an incident; fails with 404 when the account lacks one of them. */
  Future<Void> replaceServices(
      SqlConnection connection, UUID account, UUID id, List<UUID> services) {
    Tuple parameters = Tuple.of(id, account, services.toArray(UUID[]::new));
    return connection
        .preparedQuery(REMOVE_OTHER_SERVICES)
        .execute(parameters)
        .compose(removed -> connection.preparedQuery(PUT_SERVICES).execute(parameters))
        .<Void>mapEmpty()
        .recover(IncidentStore::missingService);
  }

  Future<Boolean> delete(UUID account, UUID id) {
    return database.change(DELETE, Tuple.of(id, account)).map(rows -> rows.rowCount() > 0);
  }

  private static Future<Void> missingService(Throwable failure) {
    boolean missing =
        failure instanceof PgException refused
            && "incident_services_service".equals(refused.getConstraint());
    return Future.failedFuture(missing ? ApiException.notFound() : failure);
  }
}
