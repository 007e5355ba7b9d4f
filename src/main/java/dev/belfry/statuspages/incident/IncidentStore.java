package dev.belfry.statuspages.incident;

import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.monitoring.check.Severity;
import dev.belfry.platform.db.BulkDeletion;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.platform.error.ApiException;
import dev.belfry.statuspages.page.ServiceReferences;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
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
        FROM (SELECT services.* FROM unnest(i.service_ids) WITH ORDINALITY AS named (id, position)
              JOIN services USING (id) ORDER BY position) ordered) s,
      LATERAL (
        SELECT array_agg(id) AS update_ids, array_agg(description) AS update_descriptions,
               array_agg(status) AS update_statuses, array_agg(public_date) AS update_dates,
               array_agg(notify_subscribers) AS update_notify,
               array_agg(created_at) AS update_created, array_agg(posted_by) AS update_actors,
               array_agg(actor_name(account_id, posted_by)) AS update_actor_names
        FROM (SELECT * FROM incident_updates
              WHERE incident_id = i.id ORDER BY public_date DESC, created_at DESC, id DESC) ordered) u
      ORDER BY i.id DESC""";

  private static final String READ = SELECT.formatted("id = $2");

  private static final String LIST =
      SELECT.formatted("id <= coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')");

  private static final String INSERT =
      """
      INSERT INTO incidents (id, account_id, name, severity, created_at, service_ids)
      VALUES ($1, $2, $3, $4, $5, coalesce($6::uuid[], '{}'))""";

  private static final String CREATE =
      SqlResource.read(IncidentStore.class, "insert-incidents.sql");

  private static final String CHANGE =
      """
      UPDATE incidents
      SET name = coalesce($3, name), severity = coalesce($4, severity), updated_at = $5,
          service_ids = coalesce($6::uuid[], service_ids)
      WHERE id = $1 AND account_id = $2""";

  private static final String UPDATE =
      SqlResource.read(IncidentStore.class, "update-incidents.sql");

  private final Database database;
  private final BulkStatement create;
  private final BulkStatement update;
  private final BulkDeletion delete;

  IncidentStore(Database database) {
    this.database = database;
    this.create = database.bulkWrite(CREATE, GUID, TEXT, TEXT, TEXT, TEXT, TIME);
    this.update = database.bulkWrite(UPDATE, GUID, TEXT, TEXT, TEXT, TIME);
    this.delete = new BulkDeletion(database, "incidents", GUID);
  }

  /**
   * Opens an incident with its updates. Empty, and nothing opened, when the account lacks one of
   * its services, or when something was in the way.
   */
  Future<Optional<IncidentRow>> create(
      UUID account,
      UUID id,
      IncidentChange incident,
      List<IncidentUpdateRow> updates,
      OffsetDateTime now) {
    String services = Objects.requireNonNullElse(services(incident), "{}");
    return create
        .execute(
            account,
            id,
            incident.name().value(),
            severity(incident),
            services,
            IncidentUpdateCodec.stored(updates),
            now)
        .map(found -> found.map(IncidentRow::of))
        .recover(IncidentStore::missingService);
  }

  /**
   * Changes an incident; an absent member keeps its value. Empty, and nothing changed, when the
   * account lacks it or one of the services, or when something was in the way.
   */
  Future<Optional<IncidentRow>> update(
      UUID account, UUID id, IncidentChange change, OffsetDateTime now) {
    return update
        .execute(account, id, change.name().value(), severity(change), services(change), now)
        .map(found -> found.map(IncidentRow::of))
        .recover(IncidentStore::missingService);
  }

  private static @Nullable String severity(IncidentChange incident) {
    Severity severity = incident.severity().value();
    return severity == null ? null : severity.name();
  }

  /** The ids as the literal of an array, null for none given. */
  private static @Nullable String services(IncidentChange incident) {
    ServiceReferences services = incident.services().value();
    return services == null
        ? null
        : services.ids().stream().map(UUID::toString).collect(Collectors.joining(",", "{", "}"));
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
        .read(LIST, Tuple.of(account, from, most))
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
        .<Void>mapEmpty()
        .recover(IncidentStore::missingService);
  }

  /**
   * Changes an incident and locks it until the transaction ends, so that changes of its services
   * and updates follow one another; an absent member keeps its value. False: the account has no
   * such incident. Fails with 404 when the account lacks one of the services.
   */
  Future<Boolean> change(
      SqlConnection connection, UUID account, UUID id, IncidentChange change, OffsetDateTime now) {
    return connection
        .preparedQuery(CHANGE)
        .execute(parameters(account, id, change, now))
        .map(rows -> rows.rowCount() > 0)
        .recover(IncidentStore::missingService);
  }

  private static Tuple parameters(
      UUID account, UUID id, IncidentChange incident, OffsetDateTime now) {
    ServiceReferences services = incident.services().value();
    return Tuple.of(id, account, incident.name().value(), severity(incident), now)
        .addValue(services == null ? null : services.ids().toArray(UUID[]::new));
  }

  /** False when the account lacks the incident. */
  Future<Boolean> delete(UUID account, UUID id) {
    return delete.execute(account, id);
  }

  private static <T> Future<T> missingService(Throwable failure) {
    boolean missing =
        failure instanceof PgException refused
            && "incident_services_service".equals(refused.getConstraint());
    return Future.failedFuture(missing ? ApiException.notFound() : failure);
  }
}
