package dev.belfry.statuspages.incident;

import dev.belfry.monitoring.check.TriggerIncident;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Rows;
import dev.belfry.statuspages.subscription.Announcements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Opens and resolves incidents for checks, in the transaction that raises the alert. Edits that a
 * user made to such an incident stay.
 */
public final class CheckIncidents {
  /** The services that another transaction is deleting, which is not waited for. */
  private static final String LEAVING =
      """
      WITH there AS MATERIALIZED (
        SELECT id FROM services WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE SKIP LOCKED)
      SELECT id FROM services WHERE id = ANY ($1) AND id NOT IN (SELECT id FROM there)""";

  /** Skips a service that another transaction is deleting instead of waiting for it. */
  private static final String OPEN =
      """
      WITH service AS MATERIALIZED (
        SELECT id, account_id FROM services WHERE id = $3 AND account_id = $2
        FOR KEY SHARE SKIP LOCKED),
      opened AS (
        INSERT INTO incidents (id, account_id, name, severity, service_ids, created_at)
        SELECT $1, account_id, $4, $5, ARRAY[id], clock_timestamp() FROM service RETURNING id),
      posted AS (
        INSERT INTO incident_updates (id, account_id, incident_id, description, status,
          public_date, notify_subscribers, created_at, posted_by)
        SELECT $6, account_id, $1, $7, 'INVESTIGATING', clock_timestamp(), $8, clock_timestamp(),
          actor_of_statement() ->> 0
        FROM service)
      SELECT id FROM opened""";

  /** Locks first, so that a concurrent edit by a user is finished and visible. */
  private static final String LOCK =
      "SELECT id FROM incidents WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE";

  /**
   * Notifies the subscribers of the end if it notified them of the beginning. The update takes the
   * newest public date of the incident, so that an update dated in the future does not hide it.
   */
  private static final String RESOLVE =
      """
      WITH newest AS (
        SELECT status, public_date FROM incident_updates WHERE incident_id = $1
        ORDER BY public_date DESC, created_at DESC, id DESC LIMIT 1),
      first AS (
        SELECT notify_subscribers FROM incident_updates WHERE incident_id = $1
        ORDER BY created_at, id LIMIT 1),
      posted AS (
        INSERT INTO incident_updates (id, account_id, incident_id, description, status,
          public_date, notify_subscribers, created_at, posted_by)
        SELECT $3, $2, $1, $4, 'RESOLVED', greatest(clock_timestamp(), newest.public_date),
          first.notify_subscribers AND $5, clock_timestamp(), actor_of_statement() ->> 0
        FROM newest, first WHERE newest.status <> 'RESOLVED'
        RETURNING notify_subscribers),
      changed AS (
        UPDATE incidents SET updated_at = clock_timestamp() FROM posted WHERE id = $1)
      SELECT notify_subscribers FROM posted""";

  private static final String RESOLVED = "The monitor reports that it has recovered.";

  private final Ids ids;

  /** Creates it; {@code ids} makes the ids of incidents and updates. */
  public CheckIncidents(Ids ids) {
    this.ids = ids;
  }

  /**
   * Those of some services that another transaction is deleting; keeps the others from being
   * deleted until this transaction ends. The future fails when the database does.
   */
  public Future<Set<UUID>> leaving(SqlConnection connection, Set<UUID> services) {
    return services.isEmpty()
        ? Future.succeededFuture(Set.of())
        : connection
            .preparedQuery(LEAVING)
            .execute(Tuple.tuple().addArrayOfUUID(services.toArray(UUID[]::new)))
            .map(rows -> Set.copyOf(Rows.list(rows, row -> row.getUUID(0))));
  }

  /**
   * Opens an incident. The future has its id, empty when the service is gone or about to go; it
   * fails when the database does.
   *
   * @param quiet whether to notify no subscriber, whatever the settings say
   */
  public Future<Optional<UUID>> open(
      SqlConnection connection, UUID account, TriggerIncident settings, boolean quiet) {
    UUID incident = ids.next();
    UUID update = ids.next();
    boolean notify = settings.notifySubscribers() && !quiet;
    return connection
        .preparedQuery(OPEN)
        .execute(
            Tuple.of(incident, account, UUID.fromString(settings.serviceId()))
                .addString(settings.name())
                .addString(settings.severity().name())
                .addUUID(update)
                .addString(settings.description())
                .addBoolean(notify))
        .compose(
            rows ->
                announce(connection, account, update, notify && rows.size() > 0)
                    .map(rows.size() > 0 ? Optional.of(incident) : Optional.<UUID>empty()));
  }

  /**
   * Resolves an incident unless a user resolved or deleted it. The future fails when the database
   * does.
   *
   * @param quiet whether to notify no subscriber
   */
  public Future<Void> resolve(
      SqlConnection connection, UUID account, UUID incident, boolean quiet) {
    UUID update = ids.next();
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(incident, account))
        .compose(
            locked ->
                connection
                    .preparedQuery(RESOLVE)
                    .execute(Tuple.of(incident, account, update, RESOLVED, !quiet)))
        .map(rows -> Rows.first(rows, row -> row.getBoolean(0)).orElse(false))
        .compose(notify -> announce(connection, account, update, notify));
  }

  private static Future<Void> announce(
      SqlConnection connection, UUID account, UUID update, boolean notify) {
    return notify
        ? Announcements.post(connection, account, List.of(update)).mapEmpty()
        : Future.succeededFuture();
  }
}
